import { CompiledQuery, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { CustomsCalculation } from '#kernel/database/schema.d.ts';
import type { Work } from '#kernel/database/work.ts';
import { countRows, takePage } from '#kernel/http/pages.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';

export type CalculationRow = Selectable<CustomsCalculation>;
export type NewCalculation = Omit<CalculationRow, 'id' | 'share_token' | 'recalculated_at'>;
/** Both kinds, where none is named. */
export type Owner = { accountId: number; kind?: string | undefined };

export type CalculationFilter = Owner & {
  isSaved?: boolean | undefined;
  country?: string | undefined;
  hsCode?: string | undefined;
  currency?: string | undefined;
  search?: string | undefined;
  ordering?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
};

const orderable = { created_at: 'created_at', total: 'total', title: 'title' } as const;

const jsonColumns = ['inputs', 'result', 'rates'] as const;

/** The driver would write a JSON array as one of PostgreSQL's. */
function writeJson<T extends Partial<Record<(typeof jsonColumns)[number], unknown>>>(values: T): T {
  const written = jsonColumns
    .filter((column) => values[column] !== undefined)
    .map((column) => [column, JSON.stringify(values[column])]);
  return { ...values, ...Object.fromEntries(written) };
}

// Written by hand: every calculation passes here.
const insertedColumns = [
  ...(['account_id', 'kind', 'title', 'notes', 'is_saved', 'destination_country'] as const),
  ...(['regime', 'currency', 'total', 'hs_codes', 'inputs', 'result', 'rates'] as const),
  ...(['rule_set_id', 'created_at', 'updated_at'] as const),
] as const;
const insertSql = `insert into customs_calculation (${insertedColumns.join(', ')})
  values (${insertedColumns.map((_, at) => `$${at + 1}`).join(', ')}) returning id`;

/** Of a transaction; runs of the history go past it, each a statement by itself. */
const queryIn =
  (tx: Tx): Work['query'] =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;

export const insertSaved = (tx: Tx, values: NewCalculation) =>
  insertCalculation(queryIn(tx), values);

/** The row as it was stored: what was sent need not come back. */
export async function insertCalculation(
  query: Work['query'],
  values: NewCalculation,
): Promise<CalculationRow> {
  const written = writeJson(values);
  const given = insertedColumns.map((column) => written[column]);
  const [inserted] = await query<{ id: number }>(insertSql, given);
  return { ...values, id: inserted!.id, share_token: null, recalculated_at: null };
}

/** Whoever it belongs to. */
export const findCalculation = (db: Db, id: number): Promise<CalculationRow | undefined> =>
  db.selectFrom('customs_calculation').selectAll().where('id', '=', id).executeTakeFirst();

export const findShared = (db: Db, token: string): Promise<CalculationRow | undefined> =>
  db
    .selectFrom('customs_calculation')
    .selectAll()
    .where('share_token', '=', token)
    .executeTakeFirst();

/** Undefined for one that is gone, or whose facts are no longer those of `basis`. */
export const updateCalculation = (
  db: Db,
  id: number,
  values: Updateable<CustomsCalculation>,
  basis?: CalculationRow,
): Promise<CalculationRow | undefined> =>
  db
    .updateTable('customs_calculation')
    .set(writeJson(values))
    .where('id', '=', id)
    .$if(basis !== undefined, (query) =>
      query
        .where('rule_set_id', '=', basis!.rule_set_id)
        .where(sql<boolean>`inputs = ${JSON.stringify(basis!.inputs)}::jsonb`)
        .where(sql<boolean>`rates = ${JSON.stringify(basis!.rates)}::jsonb`),
    )
    .returningAll()
    .executeTakeFirst();

/** A link that it has stays. Undefined for one that is gone. */
export const keepShareToken = (
  db: Db,
  id: number,
  token: string,
): Promise<CalculationRow | undefined> =>
  db
    .updateTable('customs_calculation')
    .set(({ fn, val }) => ({ share_token: fn.coalesce('share_token', val(token)) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Saved ones and those with a link, as of now: nobody adds one until the transaction ends. */
export async function countKept(tx: Tx, accountId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('customs.kept'), ${accountId})`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from customs_calculation
    where account_id = ${accountId} and (is_saved or share_token is not null)`.execute(tx);
  return rows[0]!.count;
}

export async function deleteCalculation(db: Db, id: number): Promise<void> {
  await db.deleteFrom('customs_calculation').where('id', '=', id).execute();
}

export async function deleteCalculationsOf(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('customs_calculation').where('account_id', '=', accountId).execute();
}

export async function listCalculations(db: Db, filter: CalculationFilter, page: PageRequest) {
  const query = match(db, filter);
  const order = readOrdering(filter.ordering, orderable, '-created_at');
  const rows = await takePage(query.selectAll(), order, page).orderBy('id', 'desc').execute();
  return { rows, total: await countRows(db, query) };
}

function match(db: Db, filter: CalculationFilter) {
  let query = db.selectFrom('customs_calculation').where('account_id', '=', filter.accountId);
  if (filter.kind) query = query.where('kind', '=', filter.kind);
  if (filter.isSaved) query = query.where('is_saved', '=', true);
  if (filter.country) query = query.where('destination_country', '=', filter.country);
  if (filter.currency) query = query.where('currency', '=', filter.currency);
  if (filter.createdAfter) query = query.where('created_at', '>=', new Date(filter.createdAfter));
  if (filter.createdBefore) query = query.where('created_at', '<', new Date(filter.createdBefore));
  const { hsCode, search } = filter;
  if (hsCode) {
    const beginning = `${hsCode.replace(/\D/g, '')}%`;
    query = query.where(
      sql<boolean>`exists (select from unnest(hs_codes) as code where code like ${beginning})`,
    );
  }
  if (search?.trim()) {
    const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((eb) =>
      eb.or([eb('title', 'ilike', pattern), eb('notes', 'ilike', pattern), describes(pattern)]),
    );
  }
  return query;
}

/** The vehicle's name, or the description of one of the goods. */
const describes = (pattern: string) => sql<boolean>`(
  concat_ws(' ', inputs ->> 'make', inputs ->> 'model') ilike ${pattern} or exists (
    select from jsonb_array_elements(inputs -> 'items') item
    where item ->> 'description' ilike ${pattern}
  ))`;

/** What nobody keeps or has the link of goes after a time. */
export async function deleteOldRuns(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('customs_calculation')
    .where('is_saved', '=', false)
    .where('share_token', 'is', null)
    .where('created_at', '<', before)
    .execute();
}

/**
 * Of each account that calculated after `since`, the runs that nobody keeps or has the link of,
 * beyond the newest `keep` of a kind.
 */
export async function deleteRunsBeyond(db: Db, since: Date, keep: number): Promise<void> {
  await sql`
    with active as (
      select distinct account_id, kind from customs_calculation
      where not is_saved and created_at >= ${since}
    )
    delete from customs_calculation where id in (
      select old.id from active cross join lateral (
        select id from customs_calculation run
        where run.account_id = active.account_id and run.kind = active.kind
          and not is_saved and share_token is null
        order by created_at desc, id desc offset ${keep}
      ) old
    )`.execute(db);
}
