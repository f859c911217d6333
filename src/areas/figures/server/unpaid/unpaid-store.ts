import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { countRows, rowsAfter } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isWithin, monthIndex } from '../month-store.ts';
import type { FigurePeriod } from '../period.ts';
import { hasRealMoney } from '../test-account-store.ts';

export type PaymentSum = {
  /** The first day of a month. */
  month: string;
  currency: string;
  /** Both kinds with test money, which the others leave out. */
  test: number;
  failed: number;
  failed_amount: string;
  expired: number;
  expired_amount: string;
};

/** By the month in which they were created. */
export async function listPaymentSums(db: Db, period: FigurePeriod): Promise<PaymentSum[]> {
  const sumWhere = (status: string) =>
    sql`coalesce(sum(amount) filter (where status = ${sql.lit(status)} and not is_test), 0)`;
  const countWhere = (status: string) =>
    sql`count(*) filter (where status = ${sql.lit(status)} and not is_test)`;
  type Counts = { place: number; test: bigint; failed: bigint; expired: bigint };
  const { rows } = await sql<Omit<PaymentSum, 'month' | keyof Counts> & Counts>`
    select ${monthIndex('created_at', period.months)} as place, currency,
      count(*) filter (where is_test) as test,
      ${countWhere('failed')} as failed, ${sumWhere('failed')} as failed_amount,
      ${countWhere('expired')} as expired, ${sumWhere('expired')} as expired_amount
    from payment
    where ${isWithin('created_at', period)}
      and status in ('failed', 'expired')
    group by 1, 2`.execute(db);
  return rows.map(({ place, ...row }) => ({
    ...row,
    month: period.months[place - 1]!,
    test: Number(row.test),
    failed: Number(row.failed),
    expired: Number(row.expired),
  }));
}

/** The next charge of subscriptions, with their wallets. */
const dueCharges = (db: Db) =>
  db
    .selectFrom('subscription as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    // A change that waits for its payment is not applied at the renewal.
    .innerJoin('tariff as t', (join) =>
      join.on(
        sql<boolean>`t.id = case when s.pending_payment_id is null
          then coalesce(s.pending_tariff_id, s.tariff_id) else s.tariff_id end`,
      ),
    )
    .leftJoin('ledger_account as l', (join) =>
      join
        .onRef('l.account_id', '=', 's.account_id')
        .on('l.kind', '=', 'wallet_available')
        .onRef('l.currency', '=', 's.currency'),
    )
    .leftJoin('wallet_balance as w', 'w.ledger_account_id', 'l.id')
    .where(hasRealMoney('s.account_id'));

const price = sql<string>`case
  when s.pending_tariff_id is null or s.pending_payment_id is not null then s.price
  when s.pending_billing_period = 'yearly' then t.yearly_price else t.monthly_price end`;
const available = sql<string>`coalesce(w.balance - w.held, 0)`;

const overdue = (db: Db) => dueCharges(db).where(sql<boolean>`s.status = 'past_due'`);

const short = (db: Db, { now, until }: { now: Date; until: Date }) =>
  dueCharges(db)
    // Literals: a prepared statement with parameters could not use the partial index.
    .where(sql<boolean>`s.status in ('trialing', 'active')`)
    .where('s.current_period_end', '>', now)
    .where('s.current_period_end', '<=', until)
    .where('s.cancel_at_period_end', '=', false)
    .where(sql<boolean>`${price} > 0 and ${price} > ${available}`)
    .where(
      sql<boolean>`not exists (select from payment_card c
        where c.account_id = s.account_id and c.is_default and s.current_period_end <
          (make_date(c.exp_year, c.exp_month, 1) + interval '1 month') at time zone 'utc')`,
    );

type DueQuery = ReturnType<typeof dueCharges>;
type DueColumn = 's.past_due_at' | 's.current_period_end';

const selectDue = (query: DueQuery, column: DueColumn, limit: number, offset = 0) =>
  query
    .select([
      's.id',
      's.account_id',
      sql<string>`case when a.status = 'deleted' then '' else a.email end`.as('email'),
      't.name as plan',
      's.currency',
      's.failed_charges',
      price.as('price'),
      available.as('available'),
      sql<Date>`${sql.ref(column)}`.as('due_at'),
    ])
    .orderBy(column)
    .orderBy('s.id')
    .limit(limit)
    .offset(offset)
    .execute();

export type DueRow = Awaited<ReturnType<typeof selectDue>>[number];

type Batch = { last: DueRow | undefined; count: number };

const after = (query: DueQuery, column: DueColumn, { last, count }: Batch): Promise<DueRow[]> =>
  selectDue(
    last
      ? query.where(
          rowsAfter([
            { column, direction: 'asc', value: last.due_at },
            { column: 's.id', direction: 'asc', value: last.id },
          ]),
        )
      : query,
    column,
    count,
  );

/** Those that end first. */
export const listOverdue = async (db: Db, page: PageRequest) => ({
  rows: await selectDue(overdue(db), 's.past_due_at', page.pageSize, page.offset),
  total: await countRows(db, overdue(db)),
});
export const listOverdueAfter = (db: Db, batch: Batch) =>
  after(overdue(db), 's.past_due_at', batch);

type Ends = { now: Date; until: Date };

/** Those that renew first. */
export const listShort = async (db: Db, ends: Ends, page: PageRequest) => ({
  rows: await selectDue(short(db, ends), 's.current_period_end', page.pageSize, page.offset),
  total: await countRows(db, short(db, ends)),
});
export const listShortAfter = (db: Db, ends: Ends, batch: Batch) =>
  after(short(db, ends), 's.current_period_end', batch);
