import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';

export type PhraseMetadata = {
  voice: string;
  model: string;
  language: string;
  duration: number;
  sampleRate: number;
};

export type StoredPhrase = { metadata: PhraseMetadata; usedAt: Date };

export async function findPhrase(db: Db, digest: string): Promise<StoredPhrase | null> {
  const row = await db
    .selectFrom('speech_phrase')
    .select(['metadata', 'used_at'])
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row ? { metadata: row.metadata as unknown as PhraseMetadata, usedAt: row.used_at } : null;
}

export async function touchPhrase(db: Db, digest: string, now: Date): Promise<void> {
  await db
    .updateTable('speech_phrase')
    .set({ used_at: now })
    .where('digest', '=', digest)
    .execute();
}

export async function upsertPhrase(
  db: Db,
  row: {
    digest: string;
    accountId: number;
    metadata: PhraseMetadata;
    sizeBytes: number;
    now: Date;
  },
): Promise<void> {
  await db
    .insertInto('speech_phrase')
    .values({
      digest: row.digest,
      account_id: row.accountId,
      metadata: JSON.stringify(row.metadata),
      size_bytes: row.sizeBytes,
      used_at: row.now,
    })
    .onConflict((conflict) =>
      conflict.column('digest').doUpdateSet({ size_bytes: row.sizeBytes, used_at: row.now }),
    )
    .execute();
}

/** Phrases of an account beyond the most recently used `max`, or beyond `bytesMax`. */
export async function listPhrasesOverBudget(
  db: Db,
  accountId: number,
  { max, bytesMax }: { max: number; bytesMax: number },
): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`
    select digest from (
      select digest, row_number() over newest as place, sum(size_bytes) over newest as bytes
      from speech_phrase where account_id = ${accountId}
      window newest as (order by used_at desc, digest rows unbounded preceding)
    ) phrase
    where place > ${max} or bytes > ${bytesMax}`.execute(db);
  return rows.map(({ digest }) => digest);
}

export async function listPhrasesBefore(db: Db, before: Date, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('speech_phrase')
    .select('digest')
    .where('used_at', '<', before)
    .orderBy('used_at')
    .limit(max)
    .execute();
  return rows.map(({ digest }) => digest);
}

export async function deletePhrases(db: Db, digests: readonly string[]): Promise<void> {
  await db
    .deleteFrom('speech_phrase')
    .where('digest', 'in', [...digests])
    .execute();
}

/** Makes them expire: the next run of the purge job removes them with their files. */
export async function expireAccountPhrases(db: Db, accountId: number): Promise<void> {
  await db
    .updateTable('speech_phrase')
    .set({ used_at: new Date(0) })
    .where('account_id', '=', accountId)
    .execute();
}
