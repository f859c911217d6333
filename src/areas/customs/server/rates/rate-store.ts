import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Quotation } from './sources/quotation.ts';

/** `source` is an id of `rate-sources.ts`. */
export type StoredQuotation = Quotation & { source: string };

/** A currency's newest rate may be some days older than the newest file of its source. */
const fileAgeDaysMax = 10;

const columns = sql`source, base, currency, units::text, rate::text,
  to_char(rate_date, 'YYYY-MM-DD') as date, to_char(valid_until, 'YYYY-MM-DD') as "validUntil"`;

/** Of each source and pair the newest rate up to a day. */
export const listNewestQuotations = (
  db: Db,
  sources: readonly string[],
  day: string,
): Promise<StoredQuotation[]> =>
  read(
    db,
    sql`
    select distinct on (source, base, currency) ${columns}
    from unnest(${[...sources]}::text[]) listed(id)
    cross join lateral (
      select max(rate_date) as day from customs_rate
      where source = listed.id and rate_date <= ${day}::date
    ) newest
    join customs_rate on source = listed.id
      and rate_date between newest.day - ${fileAgeDaysMax}::int and newest.day
    order by source, base, currency, rate_date desc`,
  );

/** Of each pair of a source the first rate of a period. */
export const listFirstQuotations = (
  db: Db,
  source: string,
  [from, until]: readonly [string, string],
): Promise<StoredQuotation[]> =>
  read(
    db,
    sql`
    select distinct on (base, currency) ${columns} from customs_rate
    where source = ${source} and rate_date between ${from}::date and ${until}::date
    order by base, currency, rate_date`,
  );

/** All rates of a source in a period, oldest first. */
export const listQuotations = (
  db: Db,
  source: string,
  [from, until]: readonly [string, string],
): Promise<StoredQuotation[]> =>
  read(
    db,
    sql`
    select ${columns} from customs_rate
    where source = ${source} and rate_date between ${from}::date and ${until}::date
    order by rate_date, base, currency`,
  );

const read = async (db: Db, query: RawBuilder<unknown>): Promise<StoredQuotation[]> =>
  (await (query as RawBuilder<StoredQuotation>).execute(db)).rows;

const rowsMax = 5000;

/** Rates that exist already are not changed. */
export async function insertQuotations(
  tx: Db,
  source: string,
  quotations: readonly Quotation[],
): Promise<void> {
  for (let at = 0; at < quotations.length; at += rowsMax)
    await tx
      .insertInto('customs_rate')
      .values(
        quotations.slice(at, at + rowsMax).map(({ date, validUntil, ...quotation }) => ({
          ...quotation,
          source,
          rate_date: sql<Date>`${date}::date`,
          valid_until: validUntil && sql<Date>`${validUntil}::date`,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['source', 'rate_date', 'base', 'currency']).doNothing(),
      )
      .execute();
}

/** A rate that jumped and is not accepted yet, with the day of its refusal. */
export type Refusal = Pick<Quotation, 'base' | 'currency' | 'units' | 'rate'> & {
  refusedOn: string;
};

/** A later refusal of the same day replaces the first. */
export async function saveRefusals(
  tx: Tx,
  source: string,
  refusals: readonly Refusal[],
): Promise<void> {
  if (refusals.length === 0) return;
  await tx
    .insertInto('customs_rate_refusal')
    .values(
      refusals.map(({ refusedOn, base, currency, units, rate }) => ({
        ...{ source, base, currency, units, rate },
        refused_on: sql<Date>`${refusedOn}::date`,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'refused_on', 'base', 'currency'])
        .doUpdateSet(({ ref }) => ({ units: ref('excluded.units'), rate: ref('excluded.rate') })),
    )
    .execute();
}

export async function listRefusals(db: Db, source: string, from: string): Promise<Refusal[]> {
  const { rows } = await sql<Refusal>`
    select base, currency, units::text, rate::text,
      to_char(refused_on, 'YYYY-MM-DD') as "refusedOn"
    from customs_rate_refusal
    where source = ${source} and refused_on >= ${from}::date
    order by refused_on, base, currency`.execute(db);
  return rows;
}

export type RateFetch = {
  source: string;
  fetchedAt: Date | null;
  failedAt: Date | null;
  lastError: string | null;
};

export const listFetches = (db: Db): Promise<RateFetch[]> =>
  db
    .selectFrom('customs_rate_fetch')
    .select([
      'source',
      'fetched_at as fetchedAt',
      'failed_at as failedAt',
      'last_error as lastError',
    ])
    .orderBy('source')
    .execute();

/** An error stays until the source answers again. */
export async function saveFetch(tx: Tx, source: string, at: Date, error?: string): Promise<void> {
  const outcome =
    error === undefined
      ? { fetched_at: at, failed_at: null, last_error: null }
      : { failed_at: at, last_error: error };
  await tx
    .insertInto('customs_rate_fetch')
    .values({ source, ...outcome })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(outcome))
    .execute();
}

/** The newest day of each source that has rates. */
export async function listLastDays(
  db: Db,
  sources: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ source: string; day: string | null }>`
    select id as source, to_char(newest.day, 'YYYY-MM-DD') as day
    from unnest(${[...sources]}::text[]) listed(id)
    cross join lateral (
      select max(rate_date) as day from customs_rate where source = listed.id
    ) newest`.execute(db);
  return new Map(rows.flatMap(({ source, day }) => (day ? [[source, day] as const] : [])));
}

export type RateDay = { date: string; source: string; currencies: number };

/** The newest days of the sources, newest first. */
export async function listRateDays(
  db: Db,
  sources: readonly string[],
  daysMax: number,
): Promise<RateDay[]> {
  const { rows } = await sql<{ date: string; source: string; currencies: bigint }>`
    select to_char(rate_date, 'YYYY-MM-DD') as date, source, count(*) as currencies
    from unnest(${[...sources]}::text[]) listed(id)
    join customs_rate on source = listed.id and rate_date > (
      select max(rate_date) - ${daysMax}::int from customs_rate where source = listed.id)
    group by rate_date, source order by rate_date desc, source limit ${daysMax}`.execute(db);
  return rows.map((row) => ({ ...row, currencies: Number(row.currencies) }));
}
