// Lists for staff: days, movements and open items.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { countRows, type RowCount, readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import {
  type bankStates,
  type MovementKind,
  payoutLateDays,
} from '../../wire/clearing.constants.ts';
import { isReturned } from './bank/bank-store.ts';
import type { Item } from './clearing-store.ts';
import type { MovementRow } from './movement-store.ts';

type Filter = {
  provider?: string | undefined;
  currency?: string | undefined;
  day?: string | undefined;
};

export type DayRow = {
  day: string;
  provider: string;
  is_test: boolean;
  currency: string;
  charges: string;
  refunds: string;
  disputes: string;
  fees: string;
  converted: string;
  payouts: string;
  reserves: string;
  net: string;
  closing: string;
  checked_at: Date | null;
  available: string;
  pending: string;
  booked: string;
  open: string;
  unexplained: string;
  total: string;
};

const sumCategory = (category: MovementKind) =>
  sql`coalesce(sum(amount) filter (where category = ${category}), 0)`;

/** Newest first. A day has a row if money moved or the comparison found some. */
export async function listDays(
  db: Db,
  { provider, currency, day }: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with moved as (
      select (occurred_at at time zone 'UTC')::date as day, provider, is_test, currency,
        ${sumCategory('charge')} as charges, ${sumCategory('refund')} as refunds,
        ${sumCategory('dispute')} as disputes,
        -coalesce(sum(fee) filter (where fee_currency = currency), 0) as fees,
        coalesce(sum(amount) filter (where source_currency <> currency), 0) as converted,
        ${sumCategory('payout')} as payouts, ${sumCategory('reserve')} as reserves, sum(net) as net
      from provider_movement
      where (${provider ?? null}::text is null or provider = ${provider ?? null})
        and (${currency ?? null}::text is null or currency = ${currency ?? null})
      group by 1, 2, 3, 4
    ), compared as (
      select * from provider_check
      where (booked <> 0 or open <> 0 or unexplained <> 0)
        and (${provider ?? null}::text is null or provider = ${provider ?? null})
        and (${currency ?? null}::text is null or currency = ${currency ?? null})
    ), days as (
      select *, sum(coalesce(net, 0))
        over (partition by provider, is_test, currency order by day) as closing
      from moved full join compared using (day, provider, is_test, currency)
    )
    select day::text as day, provider, is_test, currency, closing::text as closing, checked_at,
      coalesce(net, 0)::text as net, coalesce(charges, 0)::text as charges,
      coalesce(refunds, 0)::text as refunds, coalesce(disputes, 0)::text as disputes,
      coalesce(fees, 0)::text as fees, coalesce(converted, 0)::text as converted,
      coalesce(payouts, 0)::text as payouts, coalesce(reserves, 0)::text as reserves,
      coalesce(available, 0)::text as available, coalesce(pending, 0)::text as pending,
      coalesce(booked, 0)::text as booked, coalesce(open, 0)::text as open,
      coalesce(unexplained, 0)::text as unexplained, count(*) over ()::text as total
    from days
    where ${day ?? null}::date is null or day = ${day ?? null}::date
    order by day desc, provider, is_test, currency
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export type MovementFilter = Filter & {
  category?: MovementKind | undefined;
  bank?: (typeof bankStates)[number] | undefined;
};
export type ListedMovement = Omit<MovementRow, 'arrives_on'> & {
  arrives_on: string | null;
  payment_number: string | null;
  bank: (typeof bankStates)[number] | null;
};

const bankState = (now: Date) => sql<(typeof bankStates)[number] | null>`case
  when m.category <> 'payout' then null
  when exists (select from bank_line b where b.movement_id = m.id) then 'matched'
  when ${isReturned} then 'returned'
  when coalesce(m.arrives_on, m.occurred_at::date) + ${payoutLateDays}::int
    < ${now}::timestamptz::date then 'missing'
  else 'under_way' end`;

function matchMovements(db: Db, filter: MovementFilter, now: Date) {
  const { provider, currency, day, category, bank } = filter;
  let query = db
    .selectFrom('provider_movement as m')
    .leftJoin('payment', 'payment.id', 'm.payment_id');
  if (provider) query = query.where('m.provider', '=', provider);
  if (currency) query = query.where('m.currency', '=', currency);
  if (category) query = query.where('m.category', '=', category);
  if (day)
    query = query
      .where('m.occurred_at', '>=', sql<Date>`${day}::date::timestamp at time zone 'UTC'`)
      .where('m.occurred_at', '<', sql<Date>`(${day}::date + 1)::timestamp at time zone 'UTC'`);
  if (bank) query = query.where(bankState(now), '=', bank);
  return query;
}

const selectMovements = (query: ReturnType<typeof matchMovements>, now: Date) =>
  query
    .selectAll('m')
    .select(['payment.internal_id as payment_number'])
    .select(sql<string | null>`m.arrives_on::text`.as('arrives_on'))
    .select(bankState(now).as('bank'))
    .orderBy('m.occurred_at', 'desc')
    .orderBy('m.id', 'desc');

export async function listMovements(
  db: Db,
  filter: MovementFilter,
  { page, now }: { page: PageRequest; now: Date },
): Promise<{ rows: ListedMovement[]; total: RowCount }> {
  const query = matchMovements(db, filter, now);
  const rows = await selectMovements(query, now).limit(page.pageSize).offset(page.offset).execute();
  return { rows: rows as unknown as ListedMovement[], total: await countRows(db, query) };
}

/** The next ones after `last`. */
export async function listMovementsAfter(
  db: Db,
  filter: MovementFilter,
  { last, count, now }: { last: ListedMovement | undefined; count: number; now: Date },
): Promise<ListedMovement[]> {
  let query = matchMovements(db, filter, now);
  if (last)
    query = query.where(
      sql<boolean>`(m.occurred_at, m.id) < (${last.occurred_at}::timestamptz, ${last.id}::uuid)`,
    );
  return (await selectMovements(query, now).limit(count).execute()) as unknown as ListedMovement[];
}

export type ListedItem = Item & {
  payment_number: string | null;
  provider_id: string | null;
  type: string | null;
};

const selectItems = (db: Db) =>
  db
    .selectFrom('clearing_item as i')
    .leftJoin('payment', 'payment.id', 'i.payment_id')
    .leftJoin('provider_movement as m', 'm.id', 'i.movement_id');

export async function listOpenItems(
  db: Db,
  { provider, currency }: Filter,
  page: PageRequest,
): Promise<{ rows: ListedItem[]; total: RowCount }> {
  let query = selectItems(db);
  if (provider) query = query.where('i.provider', '=', provider);
  if (currency) query = query.where('i.currency', '=', currency);
  const sorted = query
    .selectAll('i')
    .select(['payment.internal_id as payment_number', 'm.provider_id', 'm.type', 'm.category'])
    .orderBy('i.since')
    .orderBy('i.id');
  return readPage(db, sorted, page);
}

export const findOpenItem = (db: Db, id: string): Promise<ListedItem | undefined> =>
  selectItems(db)
    .selectAll('i')
    .select(['payment.internal_id as payment_number', 'm.provider_id', 'm.type', 'm.category'])
    .where('i.id', '=', id)
    .executeTakeFirst();
