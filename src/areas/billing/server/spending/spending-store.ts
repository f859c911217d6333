// Ceilings that customers set, and what is used of them.
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { type Amount, toAmount, toDecimalText, zero } from '#lib/money.ts';
import { type RecordedOverage, type SpendingSetting, settingDefault } from './spending-rules.ts';

export async function readSetting(db: Db, accountId: number): Promise<SpendingSetting> {
  const row = await db
    .selectFrom('spending_setting')
    .select(['is_overage_on', 'cap', 'currency'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return settingDefault;
  const cap = row.cap && row.currency ? toAmount(row.cap, row.currency) : null;
  return { isOverageOn: row.is_overage_on, cap };
}

export async function saveSetting(
  tx: Tx,
  accountId: number,
  { isOverageOn, cap }: SpendingSetting,
  now: Date,
): Promise<void> {
  const values = {
    is_overage_on: isOverageOn,
    cap: cap && toDecimalText(cap),
    currency: cap?.currency ?? null,
    updated_at: now,
  };
  await tx
    .insertInto('spending_setting')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

/** What is recorded of a usage month, in the currency of its tariff. */
export async function readRecorded(
  db: Db,
  month: { subscriptionId: string; metric: string; start: Date; currency: string },
): Promise<RecordedOverage> {
  const row = await db
    .selectFrom('overage')
    .select(({ fn }) => [
      fn.sum<string | null>('amount').filterWhere('currency', '=', month.currency).as('amount'),
      fn.max('counter_reading').filterWhere('metric', '=', month.metric).as('reading'),
    ])
    .where('subscription_id', '=', month.subscriptionId)
    .where('month_start', '=', month.start)
    .executeTakeFirst();
  return {
    amount: row?.amount ? toAmount(row.amount, month.currency) : zero(month.currency),
    counterReading: Number(row?.reading ?? 0),
  };
}

export type KeyBudgetRow = {
  id: string;
  lineage_id: string;
  name: string;
  overage_budget: string | null;
  overage_budget_currency: string | null;
  requests_budget: bigint | null;
  requests: bigint | null;
  cost: string | null;
};

/** Keys of chains of rotations whose newest key has a budget, the newest key first. */
export async function listKeyBudgets(
  db: Db,
  accountId: number,
  monthStart: Date,
): Promise<KeyBudgetRow[]> {
  const { rows } = await sql<KeyBudgetRow>`
    select k.id, k.lineage_id, k.name, k.overage_budget, k.overage_budget_currency,
      k.requests_budget, c.requests, c.cost
    from api_key k
    left join usage_key_counter c on c.account_id = k.account_id
      and c.lineage_id = k.lineage_id and c.starts_at = ${monthStart}
    where k.account_id = ${accountId} and k.revoked_at is null
      and (k.overage_budget is not null or k.requests_budget is not null)
    order by k.created_at desc, k.id desc`.execute(db);
  return rows;
}

export type KeyUse = { requests: number; cost: string };

/** Use of chains of rotations in a usage month, by `lineage_id`. */
export async function readKeyUses(
  db: Db,
  accountId: number,
  monthStart: Date,
): Promise<Map<string, KeyUse>> {
  const rows = await db
    .selectFrom('usage_key_counter')
    .select(['lineage_id', 'requests', 'cost'])
    .where('account_id', '=', accountId)
    .where('starts_at', '=', monthStart)
    .execute();
  return new Map(
    rows.map(({ lineage_id, requests, cost }) => [
      lineage_id,
      { requests: Number(requests), cost },
    ]),
  );
}

export const readMoneyBudget = (row: {
  overage_budget: string | null;
  overage_budget_currency: string | null;
}): Amount | null =>
  row.overage_budget && row.overage_budget_currency
    ? toAmount(row.overage_budget, row.overage_budget_currency)
    : null;
