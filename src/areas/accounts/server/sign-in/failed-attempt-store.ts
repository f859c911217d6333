import type { Insertable } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { FailedCodeAttempt } from '#kernel/database/schema.d.ts';
import type { FailedAttempt } from './sign-in-limits.ts';

export async function insertFailedAttempt(
  db: Db,
  row: Insertable<FailedCodeAttempt>,
): Promise<void> {
  await db.insertInto('failed_code_attempt').values(row).execute();
}

/** Newest first. */
export const listFailedAttempts = (db: Db, email: string, since: Date): Promise<FailedAttempt[]> =>
  db
    .selectFrom('failed_code_attempt')
    .select(['source_key', 'is_known', 'attempted_at'])
    .where('email', '=', email)
    .where('attempted_at', '>', since)
    .orderBy('attempted_at', 'desc')
    .execute();

export async function deleteFailedAttempts(db: Db, email: string, key: string): Promise<void> {
  await db
    .deleteFrom('failed_code_attempt')
    .where('email', '=', email)
    .where('source_key', '=', key)
    .execute();
}

/** From unknown sources, for all addresses; stops counting at `countMax`. */
export async function countFailedAttempts(db: Db, since: Date, countMax: number): Promise<number> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('failed_code_attempt')
        .select('id')
        .where('is_known', '=', false)
        .where('attempted_at', '>', since)
        .limit(countMax)
        .as('guess'),
    )
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function purgeFailedAttemptsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('failed_code_attempt').where('attempted_at', '<', before).execute();
}
