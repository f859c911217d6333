// Results of the ledger checks.
import type { Db } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';

export async function saveCheck(
  db: Db,
  check: { isSound: boolean; problems: number; now: Date },
): Promise<void> {
  await db
    .insertInto('ledger_check')
    .values({
      id: createId(check.now),
      checked_at: check.now,
      is_sound: check.isSound,
      problems: check.problems,
    })
    .execute();
}

export const findLastCheck = (db: Db) =>
  db
    .selectFrom('ledger_check')
    .select(['checked_at', 'is_sound', 'problems'])
    .orderBy('checked_at', 'desc')
    .executeTakeFirst();
