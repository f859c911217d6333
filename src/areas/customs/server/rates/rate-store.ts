import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';

export type RateRow = { currency: string; rateDate: string; perEuro: string; source: string };

/** Of each currency the newest rate that is not after the day (`YYYY-MM-DD`). */
export const listRatesAt = (db: Db, day: string): Promise<RateRow[]> =>
  db
    .selectFrom('exchange_rate')
    .distinctOn('currency')
    .select([
      'currency',
      'per_euro as perEuro',
      'source',
      sql<string>`to_char(rate_date, 'YYYY-MM-DD')`.as('rateDate'),
    ])
    .where('rate_date', '<=', sql<Date>`${day}::date`)
    .orderBy('currency')
    .orderBy('rate_date', 'desc')
    .execute();

/** Rates that exist already are not changed. */
export async function insertRates(db: Db, rows: readonly RateRow[]): Promise<void> {
  await db
    .insertInto('exchange_rate')
    .values(rows.map(toColumns))
    .onConflict((conflict) => conflict.columns(['currency', 'rate_date']).doNothing())
    .execute();
}

const toColumns = ({ currency, rateDate, perEuro, source }: RateRow) => ({
  currency,
  rate_date: sql<Date>`${rateDate}::date`,
  per_euro: perEuro,
  source,
});

/** Rates that jumped and are not accepted yet. A later one of the same day replaces the first. */
export async function insertRefusals(db: Db, rows: readonly RateRow[]): Promise<void> {
  await db
    .insertInto('exchange_rate_refusal')
    .values(rows.map(toColumns))
    .onConflict((conflict) =>
      conflict.columns(['currency', 'rate_date']).doUpdateSet(({ ref }) => ({
        per_euro: ref('excluded.per_euro'),
        source: ref('excluded.source'),
      })),
    )
    .execute();
}

/** Of each currency the newest refusals before a day, newest first. */
export async function listRefusals(db: Db, before: string, daysMax: number): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select currency, per_euro as "perEuro", source, to_char(rate_date, 'YYYY-MM-DD') as "rateDate"
    from (
      select *, row_number() over (partition by currency order by rate_date desc) as place
      from exchange_rate_refusal where rate_date < ${before}::date
    ) refusal
    where place <= ${daysMax} order by currency, rate_date desc`.execute(db);
  return rows;
}

export type RateDay = { date: string; source: string; currencies: number };

/** The newest days that have rates of their own, newest first. */
export async function listRateDays(db: Db, daysMax: number): Promise<RateDay[]> {
  const { rows } = await sql<{ date: string; source: string; currencies: bigint }>`
    select to_char(rate_date, 'YYYY-MM-DD') as date, source, count(*) as currencies
    from exchange_rate
    where rate_date >= coalesce((
      select min(rate_date) from (
        select distinct rate_date from exchange_rate order by rate_date desc limit ${daysMax}
      ) newest), 'infinity')
    group by rate_date, source order by rate_date desc, source`.execute(db);
  return rows.map((row) => ({ ...row, currencies: Number(row.currencies) }));
}
