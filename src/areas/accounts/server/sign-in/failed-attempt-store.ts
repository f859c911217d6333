import type { Insertable } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { WrongCode as WrongCodeTable } from '#kernel/database/schema.d.ts';
import type { WrongCode } from './sign-in-limits.ts';

export async function insertWrongCode(db: Db, row: Insertable<WrongCodeTable>): Promise<void> {
  await db.insertInto('wrong_code').values(row).execute();
}

/** Newest first. */
export const listWrongCodes = (db: Db, email: string, since: Date): Promise<WrongCode[]> =>
  db
    .selectFrom('wrong_code')
    .select(['asker', 'is_known', 'typed_at'])
    .where('email', '=', email)
    .where('typed_at', '>', since)
    .orderBy('typed_at', 'desc')
    .execute();

export async function deleteWrongCodesOf(db: Db, email: string, key: string): Promise<void> {
  await db.deleteFrom('wrong_code').where('email', '=', email).where('asker', '=', key).execute();
}

/** From unknown sources, for all addresses; stops counting at `countMax`. */
export async function countWrongCodes(db: Db, since: Date, countMax: number): Promise<number> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('wrong_code')
        .select('id')
        .where('is_known', '=', false)
        .where('typed_at', '>', since)
        .limit(countMax)
        .as('guess'),
    )
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function purgeWrongCodesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('wrong_code').where('typed_at', '<', before).execute();
}
