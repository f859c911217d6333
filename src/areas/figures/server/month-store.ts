import { type RawBuilder, sql } from 'kysely';

/** Rows of `month`, `starts_at` and `ends_at`: what happened in each month is read by an index. */
export const selectMonths = (months: readonly string[]): RawBuilder<unknown> => sql`(
  select month, month::timestamp at time zone 'UTC' as starts_at,
    (month + interval '1 month') at time zone 'UTC' as ends_at
  from unnest(${[...months]}::date[]) as month)`;

/** Literals: a prepared statement is planned for a small part of the rows, a period is most. */
const literal = (at: Date | string): RawBuilder<unknown> =>
  sql`${sql.lit(typeof at === 'string' ? `${at}T00:00:00Z` : at.toISOString())}::timestamptz`;

/** The index of the month in `months`, from 1. */
export const monthIndex = (column: string, months: readonly string[]): RawBuilder<number> =>
  sql`width_bucket(${sql.ref(column)}, array[${sql.join(months.map(literal))}])`;

export const isWithin = (
  column: string,
  { from, until }: { from: Date; until: Date },
): RawBuilder<boolean> =>
  sql`${sql.ref(column)} >= ${literal(from)} and ${sql.ref(column)} < ${literal(until)}`;
