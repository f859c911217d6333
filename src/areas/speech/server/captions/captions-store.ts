import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { SpeechCaptions } from '#kernel/database/schema.d.ts';
import type { EngineTranscript } from '../engines/engine.ts';
import type { JobOptions } from '../transcription-jobs/transcription-job-store.ts';

export type CaptionsRow = Omit<Selectable<SpeechCaptions>, 'options'> & { options: JobOptions };
export type NewCaptions = Pick<
  CaptionsRow,
  'id' | 'account_id' | 'api_key_id' | 'title' | 'options' | 'engine'
> & { created_at: Date };
/** The times of `transcript` begin with the part. */
export type CaptionsPartRow = {
  number: number;
  start_seconds: number;
  samples: number;
  counted_ms: number;
  transcript: EngineTranscript;
};

/** The columns contain only values of these types. */
const typeCaptions = (row: unknown) => row as CaptionsRow | undefined;
const json = (value: unknown) => sql<string>`${JSON.stringify(value)}::jsonb`;

/** One creation for an account at a time, so that their number is exact. */
export async function lockCreation(tx: Tx, accountId: number): Promise<void> {
  const name = 'speech.captions';
  await sql`select pg_advisory_xact_lock(hashtext(${name}), ${accountId})`.execute(tx);
}

export async function insertCaptions(tx: Tx, captions: NewCaptions): Promise<CaptionsRow> {
  const row = await tx
    .insertInto('speech_captions')
    .values({ ...captions, options: json(captions.options), updated_at: captions.created_at })
    .returningAll()
    .executeTakeFirstOrThrow();
  return typeCaptions(row)!;
}

const withId = (db: Db, id: string) =>
  db.selectFrom('speech_captions').selectAll().where('id', '=', id);

/** Of any account. */
export const findCaptions = async (db: Db, id: string): Promise<CaptionsRow | undefined> =>
  typeCaptions(await withId(db, id).executeTakeFirst());

/** Locks the row until the transaction ends. */
export const lockCaptions = async (tx: Tx, id: string): Promise<CaptionsRow | undefined> =>
  typeCaptions(await withId(tx, id).forUpdate().executeTakeFirst());

/** Ids, the one with the newest part first. */
export async function listAccountOpen(tx: Tx, accountId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('speech_captions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('finished_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of open captions of all accounts without a part since then, in a stable order. */
export async function listIdle(
  db: Db,
  since: Date,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('speech_captions')
    .select('id')
    .where('finished_at', 'is', null)
    .where('updated_at', '<', since)
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

const selectParts = (db: Db, id: string) =>
  db
    .selectFrom('speech_captions_part')
    .select(['number', 'start_seconds', 'samples', 'counted_ms', 'transcript'])
    .where('captions_id', '=', id);

export async function findPart(
  db: Db,
  id: string,
  number: number,
): Promise<CaptionsPartRow | undefined> {
  const row = await selectParts(db, id).where('number', '=', number).executeTakeFirst();
  return row as CaptionsPartRow | undefined;
}

/** In the order of their numbers. */
export async function listParts(tx: Tx, id: string): Promise<CaptionsPartRow[]> {
  return (await selectParts(tx, id).orderBy('number').execute()) as unknown as CaptionsPartRow[];
}

/** Under the lock of the captions. The first language that was recognized stays. */
export async function insertPart(
  tx: Tx,
  id: string,
  { transcript, ...part }: CaptionsPartRow,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('speech_captions_part')
    .values({ ...part, captions_id: id, transcript: json(transcript) })
    .execute();
  await tx
    .updateTable('speech_captions')
    .set(({ eb, fn }) => ({
      samples: eb('samples', '+', part.samples),
      language: fn.coalesce('language', sql<string | null>`${transcript.language}::text`),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
}

/** Deletes the parts, which the transcript replaces. */
export async function closeCaptions(
  tx: Tx,
  id: string,
  end: { transcript_id: string | null; finished_at: Date },
): Promise<CaptionsRow> {
  await tx.deleteFrom('speech_captions_part').where('captions_id', '=', id).execute();
  const row = await tx
    .updateTable('speech_captions')
    .set(end)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return typeCaptions(row)!;
}

export async function deleteFinished(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('speech_captions').where('finished_at', '<', before).execute();
}

export async function deleteAccountCaptions(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('speech_captions').where('account_id', '=', accountId).execute();
}
