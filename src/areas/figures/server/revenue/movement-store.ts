import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { countRows, rowsAfter } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { MovementKind } from '../../wire/figures.constants.ts';
import { selectMonths } from '../month-store.ts';
import type { FigurePeriod } from '../period.ts';
import { hasRealMoney } from '../test-account-store.ts';

export type MovementSum = {
  /** First days of months. */
  month: string;
  cohort: string;
  kind: MovementKind;
  count: number;
  amount: string;
};

/** All movements before a time, since months start with what moved before them. */
export async function listMovementSums(
  db: Db,
  currency: string,
  until: Date,
): Promise<MovementSum[]> {
  const { rows } = await sql<Omit<MovementSum, 'count'> & { count: bigint }>`
    select month::text, cohort::text, kind, count(*) as count, sum(amount) as amount
    from mrr_movement
    where currency = ${currency} and month < (${until}::timestamptz at time zone 'UTC')::date
      and ${hasRealMoney('mrr_movement.account_id')}
    group by mrr_movement.month, mrr_movement.cohort, kind
    order by mrr_movement.month, mrr_movement.cohort, kind`.execute(db);
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export type ChargeSum = { month: string; plans: string; overage: string; providers: string };

/** Those whose balances are compared; named, because the index begins with them. */
const providersThatKeep = ['stripe', 'nowpayments'];

/** By the month of the charge. Each month is a range of an index. */
export async function listChargeSums(
  db: Db,
  currency: string,
  { months }: FigurePeriod,
): Promise<ChargeSum[]> {
  const { rows } = await sql<ChargeSum>`
    select m.month::text, plans.sum as plans, overage.sum as overage, providers.sum as providers
    from ${selectMonths(months)} as m,
    lateral (
      select coalesce(sum(amount), 0) as sum from subscription_charge
      where currency = ${currency} and created_at >= m.starts_at and created_at < m.ends_at
        and ${hasRealMoney('subscription_charge.account_id')}
    ) plans,
    lateral (
      select coalesce(sum(amount), 0) as sum from overage
      where currency = ${currency} and paid_at >= m.starts_at and paid_at < m.ends_at
        and ${hasRealMoney('overage.account_id')}
    ) overage,
    lateral (
      select coalesce(sum(fee), 0) as sum from provider_movement
      where provider = any(${[...providersThatKeep]}) and not is_test
        and currency = ${currency} and fee_currency = ${currency}
        and occurred_at >= m.starts_at and occurred_at < m.ends_at
    ) providers`.execute(db);
  return rows;
}

/** Currencies that plans are priced in. */
export async function listPlanCurrencies(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('tariff')
    .select('currency')
    .distinct()
    .orderBy('currency')
    .execute();
  return rows.map(({ currency }) => currency);
}

export type MovementFilter = {
  currency: string;
  /** The first day of a month. */
  month?: string | undefined;
  kind?: MovementKind | undefined;
  accountId?: number | undefined;
};

function matchMovements(db: Db, { currency, month, kind, accountId }: MovementFilter) {
  let query = db
    .selectFrom('mrr_movement as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .where('m.currency', '=', currency)
    .where(hasRealMoney('m.account_id'));
  if (month) query = query.where(sql<boolean>`m.month = ${month}::date`);
  if (kind) query = query.where('m.kind', '=', kind);
  if (accountId !== undefined) query = query.where('m.account_id', '=', accountId);
  return query;
}

const selectMovements = (query: ReturnType<typeof matchMovements>, limit: number, offset = 0) =>
  query
    .select([
      'm.id',
      'm.account_id',
      sql<string>`case when a.status = 'deleted' then '' else a.email end`.as('email'),
      'm.subscription_id',
      sql<MovementKind>`m.kind`.as('kind'),
      'm.amount',
      'm.currency',
      'm.occurred_at',
    ])
    .orderBy('m.occurred_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export type MovementRow = Awaited<ReturnType<typeof selectMovements>>[number];

export async function listMovements(db: Db, filter: MovementFilter, page: PageRequest) {
  const query = matchMovements(db, filter);
  const rows = await selectMovements(query, page.pageSize, page.offset);
  return { rows, total: await countRows(db, query) };
}

export function listMovementsAfter(
  db: Db,
  filter: MovementFilter,
  { last, count }: { last: MovementRow | undefined; count: number },
): Promise<MovementRow[]> {
  const query = matchMovements(db, filter);
  if (!last) return selectMovements(query, count);
  const places = [
    { column: 'm.occurred_at', direction: 'desc', value: last.occurred_at },
    { column: 'm.id', direction: 'desc', value: last.id },
  ] as const;
  return selectMovements(query.where(rowsAfter(places)), count);
}
