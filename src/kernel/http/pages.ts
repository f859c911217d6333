// The server's half of every list: which page was asked for, how many rows there are, where next.
import {
  type Expression,
  type OrderByExpression,
  type OrderByItemBuilder,
  type OrderByModifiers,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import { commonErrors } from '#lib/endpoint.ts';
import { exactCountMax, type PageRequest, readPageRequest } from '#lib/pagination.ts';
import type { Db } from '../database/database.ts';
import { apiError } from './errors.ts';

export type RowCount = { count: number; isEstimate: boolean };

/** Throws 404 `Invalid page.` for a page that no list can have. */
export function pageRequestOf(query: Parameters<typeof readPageRequest>[0]): PageRequest {
  const read = readPageRequest(query);
  if (!read) throw apiError(commonErrors.invalidPage);
  return read;
}

/**
 * Counts the rows of a query: exactly up to 10,000, by the planner's estimate beyond, because an
 * exact count of a large table reads all of it.
 */
export async function countRows<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<RowCount> {
  const some = query.clearSelect().clearOrderBy().select(sql.lit(1).as('one'));
  const limited = some.limit(exactCountMax + 1) as unknown as Expression<unknown>;
  const { rows } = await sql<{
    count: bigint;
  }>`select count(*) as count from (${limited}) as t`.execute(db);
  const count = Number(rows[0]?.count ?? 0);
  if (count <= exactCountMax) return { count, isEstimate: false };
  const estimate = await estimateRows(db, query);
  return { count: Math.max(estimate, exactCountMax + 1), isEstimate: true };
}

/** The same where counting is slow: what the planner takes for many is not counted at all. */
export async function countMany<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<RowCount> {
  const count = await estimateRows(db, query);
  return count > exactCountMax ? { count, isEstimate: true } : countRows(db, query);
}

async function estimateRows<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const some = query.clearSelect().clearOrderBy().select(sql.lit(1).as('one'));
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) ${some as unknown as Expression<unknown>}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/**
 * Orders by a column without its index. For the few rows that a search finds: the planner takes
 * them for many, and would walk the whole table in its order for a page of them.
 */
export const sortedApart = (column: string) =>
  sql`coalesce(${sql.ref(column)}, ${sql.ref(column)})`;

type Ordered<Column> = { column: Column; direction: 'asc' | 'desc' };

/** Missing values come last either way; descending, a plain index can't serve that. */
export const nullsLast = <Column>({ column, direction }: Ordered<Column>) => ({
  column,
  direction: (order: OrderByItemBuilder) => order[direction]().nullsLast(),
});

type Place = { column: string; direction: 'asc' | 'desc'; value: unknown };

/**
 * Holds for rows that come after the one with these values, for a list that is read a batch at a
 * time. The last column is unique, and none may be null. The bound of the first column is what an
 * index can begin at.
 */
export function rowsBehind(order: readonly Place[]) {
  const compare = ({ column, direction, value }: Place, alike = sql``) =>
    sql`${sql.ref(column)} ${direction === 'asc' ? sql`>` : sql`<`}${alike} ${value}`;
  const isLater = order.map((place, at) =>
    sql.join(
      [
        ...order.slice(0, at).map(({ column, value }) => sql`${sql.ref(column)} = ${value}`),
        compare(place),
      ],
      sql` and `,
    ),
  );
  return sql<boolean>`(${compare(order[0]!, sql`=`)} and ((${sql.join(isLater, sql`) or (`)})))`;
}

/** A page of a query, ordered; the caller adds the order of rows that are alike in it. */
export function takePage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: readonly { column: OrderByExpression<DB, TB, O>; direction: OrderByModifiers }[],
  { pageSize, offset }: PageRequest,
): SelectQueryBuilder<DB, TB, O> {
  let ordered = query;
  for (const { column, direction } of order) ordered = ordered.orderBy(column, direction);
  return ordered.limit(pageSize).offset(offset);
}

/** Throws 404 for a page behind the last one; the first page of an empty list is a page. */
export function toPage<T>(
  origin: { siteUrl: string; url: string },
  request: PageRequest,
  { count, isEstimate }: RowCount,
  results: T[],
) {
  const pages = Math.max(1, Math.ceil(count / request.pageSize));
  if (request.page > pages) throw apiError(commonErrors.invalidPage);
  const has_next = request.page < pages;
  const has_previous = request.page > 1;
  return {
    count,
    next: has_next ? addressOf(origin, request.page + 1) : null,
    previous: has_previous ? addressOf(origin, request.page - 1) : null,
    results,
    page: request.page,
    pages,
    page_size: request.pageSize,
    has_next,
    has_previous,
    ...(isEstimate && { count_is_estimate: true }),
  };
}

function addressOf({ siteUrl, url }: { siteUrl: string; url: string }, page: number): string {
  const address = new URL(url, siteUrl);
  address.searchParams.set('page', String(page));
  return address.href;
}
