// Pagination on the server: the requested page, the number of rows, and the links to other pages.
import {
  type Expression,
  type OrderByExpression,
  type OrderByItemBuilder,
  type OrderByModifiers,
  type SelectQueryBuilder,
  type Simplify,
  sql,
} from 'kysely';
import { commonErrors } from '#lib/endpoint.ts';
import { exactCountMax, type PageRequest, readPageRequest } from '#lib/pagination.ts';
import type { Db } from '../../database/database.ts';
import { apiError } from '../errors.ts';

export type RowCount = { count: number; isEstimate: boolean };

/** Throws 404 `Invalid page.` for a page number that is never valid. */
export function toPageRequest(query: Parameters<typeof readPageRequest>[0]): PageRequest {
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

/** The same for slow queries: when the planner estimates many rows, they are not counted at all. */
export async function countApproximately<DB, TB extends keyof DB, O>(
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
 * Sorts by a column without using its index. For selective searches: the planner overestimates
 * their rows and would scan the whole table in index order to fill a page.
 */
export const withoutIndex = (column: string) =>
  sql`coalesce(${sql.ref(column)}, ${sql.ref(column)})`;

type Ordered<Column> = { column: Column; direction: 'asc' | 'desc' };

/** Null values come last in both directions; a plain index does not support that descending. */
export const nullsLast = <Column>({ column, direction }: Ordered<Column>) => ({
  column,
  direction: (order: OrderByItemBuilder) => order[direction]().nullsLast(),
});

type SortPosition = { column: string; direction: 'asc' | 'desc'; value: unknown };

/**
 * A condition for rows after the one with these values, for lists that are read in batches (keyset
 * pagination). The last column must be unique, and none may be null. The separate bound on the
 * first column lets an index scan start there.
 */
export function rowsAfter(order: readonly SortPosition[]) {
  const compare = ({ column, direction, value }: SortPosition, alike = sql``) =>
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

/** A sorted page of a query; the caller adds a tie-breaker. */
export function paginate<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: readonly { column: OrderByExpression<DB, TB, O>; direction: OrderByModifiers }[],
  { pageSize, offset }: PageRequest,
): SelectQueryBuilder<DB, TB, O> {
  let ordered = query;
  for (const { column, direction } of order) ordered = ordered.orderBy(column, direction);
  return ordered.limit(pageSize).offset(offset);
}

/** The rows of a page of a sorted query, and how many it has in all. */
export async function readPage<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
  { pageSize, offset }: PageRequest,
): Promise<{ rows: Simplify<O>[]; total: RowCount }> {
  const rows = await query.limit(pageSize).offset(offset).execute();
  return { rows, total: await countRows(db, query) };
}

/** Throws 404 for a page after the last one; the first page of an empty list is valid. */
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
    next: has_next ? pageUrl(origin, request.page + 1) : null,
    previous: has_previous ? pageUrl(origin, request.page - 1) : null,
    results,
    page: request.page,
    pages,
    page_size: request.pageSize,
    has_next,
    has_previous,
    ...(isEstimate && { count_is_estimate: true }),
  };
}

function pageUrl({ siteUrl, url }: { siteUrl: string; url: string }, page: number): string {
  const address = new URL(url, siteUrl);
  address.searchParams.set('page', String(page));
  return address.href;
}
