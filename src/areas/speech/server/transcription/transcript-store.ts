import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { containing } from '#kernel/database/like-pattern.ts';
import { countRows } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { readOrdering } from '#lib/pagination.ts';
import type { SegmentWire, WordWire } from '../../wire/transcriptions.ts';

export type TranscriptRow = {
  id: string;
  account_id: number;
  title: string;
  text: string;
  language: string | null;
  duration_ms: number;
  model: string;
  segments: SegmentWire[];
  words: WordWire[];
  created_at: Date;
  updated_at: Date;
};

const json = (value: unknown) => sql<string>`${JSON.stringify(value)}::jsonb`;

export async function insertTranscript(db: Db, row: TranscriptRow): Promise<void> {
  await db
    .insertInto('speech_transcript')
    .values({ ...row, segments: json(row.segments), words: json(row.words) })
    .execute();
}

export async function countTranscripts(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('speech_transcript')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const owned = (db: Db, accountId: number, id: string) =>
  db
    .selectFrom('speech_transcript')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId);

export async function findTranscript(
  db: Db,
  accountId: number,
  id: string,
): Promise<TranscriptRow | undefined> {
  const row = await owned(db, accountId, id).executeTakeFirst();
  return row as unknown as TranscriptRow | undefined;
}

/** Locks the row until the transaction ends. */
export async function lockTranscript(
  tx: Tx,
  accountId: number,
  id: string,
): Promise<TranscriptRow | undefined> {
  const row = await owned(tx, accountId, id).forUpdate().executeTakeFirst();
  return row as unknown as TranscriptRow | undefined;
}

export type TranscriptFilter = {
  accountId: number;
  search?: string | undefined;
  ordering?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
};

const sortable = {
  created_at: 'created_at',
  title: 'title',
  duration: 'duration_ms',
} as const;
const excerptLength = 200;

export async function listTranscripts(db: Db, filter: TranscriptFilter, page: PageRequest) {
  let query = db.selectFrom('speech_transcript').where('account_id', '=', filter.accountId);
  const { search, createdAfter, createdBefore } = filter;
  if (search) {
    const like = containing(search);
    query = query.where((eb) => eb.or([eb('title', 'ilike', like), eb('text', 'ilike', like)]));
  }
  if (createdAfter) query = query.where('created_at', '>=', new Date(createdAfter));
  if (createdBefore) query = query.where('created_at', '<', new Date(createdBefore));
  const total = await countRows(db, query);
  let ordered = query.select([
    'id',
    'title',
    sql<string>`left(text, ${sql.lit(excerptLength)})`.as('text'),
    'language',
    'duration_ms',
    'model',
    'created_at',
    'updated_at',
  ]);
  for (const { column, direction } of readOrdering(filter.ordering, sortable, '-created_at'))
    ordered = ordered.orderBy(column, direction);
  const rows = await ordered
    .orderBy('id', 'desc')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
  return { rows, total };
}

export async function updateTranscript(db: Db, row: TranscriptRow): Promise<void> {
  const { id, title, text, segments, words, updated_at } = row;
  await db
    .updateTable('speech_transcript')
    .set({ title, text, segments: json(segments), words: json(words), updated_at })
    .where('id', '=', id)
    .execute();
}

export async function deleteTranscript(db: Db, accountId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('speech_transcript')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteAccountTranscripts(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('speech_transcript').where('account_id', '=', accountId).execute();
}
