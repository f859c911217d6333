// Accounts whose money is not real. Real money is spent first: an account is left out as long as it
// has paid with test money only, or a wallet has less than the test money that it was credited, so
// that test money paid for something. What was paid with it is no revenue.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';

const testAccounts = sql`(select test.account_id from payment test
  where test.is_test and not exists (
    select from payment real where real.account_id = test.account_id
      and not real.is_test and real.completed_at is not null)
  union
  select test.account_id from (
    select account_id, currency, sum(credited_amount - amount_refunded) as credit from payment
    where is_test and credited_amount is not null group by account_id, currency
  ) test
    join ledger_account wallet on wallet.account_id = test.account_id
      and wallet.kind = 'wallet_available' and wallet.currency = test.currency
    join wallet_balance on wallet_balance.ledger_account_id = wallet.id
  where wallet_balance.balance < test.credit)`;

/** Not `not in`, which compares each row with each account where there are many. */
export const hasRealMoney = (column: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from ${testAccounts} as left_out
    where left_out.account_id = ${sql.ref(column)})`;

export async function countTestAccounts(db: Db): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(distinct account_id) as count from ${testAccounts} as test`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
