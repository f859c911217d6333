// Accounts whose money is not real: they have made payments with test money, and none was completed
// with real money. What they pay with it is no revenue.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';

const testAccounts = sql`(select test.account_id from payment test
  where test.is_test and not exists (
    select from payment real where real.account_id = test.account_id
      and not real.is_test and real.completed_at is not null))`;

/**
 * A condition on a column with the id of an account. Not `not in`, which compares each row with
 * each account where these are more than the planner expects.
 */
export const hasRealMoney = (column: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from ${testAccounts} as left_out
    where left_out.account_id = ${sql.ref(column)})`;

export async function countTestAccounts(db: Db): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(distinct account_id) as count from ${testAccounts} as test`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
