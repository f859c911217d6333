import { CompiledQuery, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { containing } from '#kernel/database/like-pattern.ts';
import type { CustomsCalculation } from '#kernel/database/schema.d.ts';
import type { Work } from '#kernel/database/work.ts';
import { countRows, paginate } from '#kernel/http/responses/pages.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import type { CalculationInput } from '../../wire/calculations/calculation-inputs.ts';
import type { ResultWire } from '../../wire/calculations/calculation-results.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';

/** An exchange rate that a calculation used. */
export type SavedRate = { from: string; to: string; rate: string; date: string; source: string };

type JsonColumns = { inputs: CalculationInput; result: ResultWire; rates: SavedRate[] };
type DatabaseRow = Selectable<CustomsCalculation>;
export type CalculationRow = Omit<DatabaseRow, 'kind' | keyof JsonColumns> &
  JsonColumns & { kind: ImportKind };
export type NewCalculation = Omit<
  CalculationRow,
  'id' | 'is_watched' | 'share_token' | 'recalculated_at'
>;
export type CalculationChange = Omit<Updateable<CustomsCalculation>, 'kind' | keyof JsonColumns> &
  Partial<JsonColumns>;
/** Without a kind, calculations of both. */
type Owner = { accountId: number; kind?: ImportKind | undefined };

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

const fromRow = (row: DatabaseRow | undefined): CalculationRow | undefined =>
  row && {
    ...row,
    ...(row as unknown as JsonColumns),
    kind: row.kind as ImportKind,
  };

/** JSON as text: the driver would write an array as a PostgreSQL array. */
const toColumns = <T extends Partial<JsonColumns>>({ inputs, result, rates, ...columns }: T) => ({
  ...columns,
  ...(inputs && { inputs: JSON.stringify(inputs) }),
  ...(result && { result: JSON.stringify(result) }),
  ...(rates && { rates: JSON.stringify(rates) }),
});

// Plain SQL, because every calculation inserts a row: the query builder costs time.
const insertedColumns = [
  ...(['account_id', 'kind', 'title', 'notes', 'is_saved', 'destination_country'] as const),
  ...(['regime', 'currency', 'total', 'hs_codes', 'inputs', 'result', 'rates'] as const),
  ...(['rule_set_id', 'tariff_id', 'created_at', 'updated_at'] as const),
] as const;
const insertSql = `insert into customs_calculation (${insertedColumns.join(', ')})
  values (${insertedColumns.map((_, at) => `$${at + 1}`).join(', ')}) returning id`;

/** For a transaction. Runs of the history are single statements without one. */
const queryWith =
  (tx: Tx): Work['query'] =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;

export const insertSavedCalculation = (tx: Tx, values: NewCalculation) =>
  insertCalculation(queryWith(tx), values);

/** Returns the row as stored, without reading it back. */
export async function insertCalculation(
  query: Work['query'],
  values: NewCalculation,
): Promise<CalculationRow> {
  const columns = toColumns(values);
  const parameters = insertedColumns.map((column) => columns[column]);
  const [inserted] = await query<{ id: number }>(insertSql, parameters);
  const id = inserted!.id;
  return { ...values, id, is_watched: false, share_token: null, recalculated_at: null };
}

/** Of any account. */
export const findCalculation = async (db: Db, id: number): Promise<CalculationRow | undefined> =>
  fromRow(
    await db.selectFrom('customs_calculation').selectAll().where('id', '=', id).executeTakeFirst(),
  );

export const findCalculationByShareToken = async (
  db: Db,
  token: string,
): Promise<CalculationRow | undefined> =>
  fromRow(
    await db
      .selectFrom('customs_calculation')
      .selectAll()
      .where('share_token', '=', token)
      .executeTakeFirst(),
  );

/** Undefined if it is deleted, or if its facts are no longer those of `basis`. */
export const updateCalculation = async (
  db: Db,
  id: number,
  values: CalculationChange,
  basis?: CalculationRow,
): Promise<CalculationRow | undefined> =>
  fromRow(
    await db
      .updateTable('customs_calculation')
      .set(toColumns(values))
      .where('id', '=', id)
      .$if(basis !== undefined, (query) =>
        query
          .where('rule_set_id', '=', basis!.rule_set_id)
          .where(sql<boolean>`inputs = ${JSON.stringify(basis!.inputs)}::jsonb`)
          .where(sql<boolean>`rates = ${JSON.stringify(basis!.rates)}::jsonb`),
      )
      .returningAll()
      .executeTakeFirst(),
  );

/** Keeps the token that it already has. Undefined if it is deleted. */
export const ensureShareToken = async (
  db: Db,
  id: number,
  token: string,
): Promise<CalculationRow | undefined> =>
  fromRow(
    await db
      .updateTable('customs_calculation')
      .set(({ fn, val }) => ({ share_token: fn.coalesce('share_token', val(token)) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),
  );

/** Saved or shared ones. Locks, so that the count holds until the transaction ends. */
export async function countSaved(tx: Tx, accountId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('customs.stored'), ${accountId})`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from customs_calculation
    where account_id = ${accountId} and (is_saved or share_token is not null)`.execute(tx);
  return rows[0]!.count;
}

/** Other calculations that the account watches. Locks, so that the count holds. */
export async function countWatched(tx: Tx, accountId: number, except: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('customs.watched'), ${accountId})`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from customs_calculation
    where account_id = ${accountId} and is_watched and id <> ${except}`.execute(tx);
  return rows[0]!.count;
}

export async function deleteCalculation(db: Db, id: number): Promise<void> {
  await db.deleteFrom('customs_calculation').where('id', '=', id).execute();
}

export async function deleteAccountCalculations(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('customs_calculation').where('account_id', '=', accountId).execute();
}

export async function listCalculations(db: Db, filter: CalculationFilter, page: PageRequest) {
  const query = filterCalculations(db, filter);
  const order = readOrdering(filter.ordering, orderable, '-created_at');
  const rows = await paginate(query.selectAll(), order, page).orderBy('id', 'desc').execute();
  return { rows: rows.map((row) => fromRow(row)!), total: await countRows(db, query) };
}

function filterCalculations(db: Db, filter: CalculationFilter) {
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
    const pattern = containing(search);
    query = query.where((eb) =>
      eb.or([
        eb('title', 'ilike', pattern),
        eb('notes', 'ilike', pattern),
        matchesDescription(pattern),
      ]),
    );
  }
  return query;
}

/** The vehicle's name, or the description of one of the goods. */
const matchesDescription = (pattern: string) => sql<boolean>`(
  concat_ws(' ', inputs ->> 'make', inputs ->> 'model') ilike ${pattern} or exists (
    select from jsonb_array_elements(inputs -> 'items') item
    where item ->> 'description' ilike ${pattern}
  ))`;

/** Runs that are neither saved nor shared. */
export async function purgeOldRuns(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('customs_calculation')
    .where('is_saved', '=', false)
    .where('share_token', 'is', null)
    .where('created_at', '<', before)
    .execute();
}

/**
 * Of each account that calculated after `since`: runs that are neither saved nor shared, except
 * the newest `keep` of each kind.
 */
export async function purgeExcessRuns(db: Db, since: Date, keep: number): Promise<void> {
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

/** How many calculations since a time used each version of the rules. */
export async function countByRuleSet(
  db: Db,
  ruleSetIds: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, number>> {
  if (ruleSetIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('customs_calculation')
    .select(['rule_set_id', ({ fn }) => fn.countAll<string>().as('count')])
    .where('rule_set_id', 'in', [...ruleSetIds])
    .where('created_at', '>=', since)
    .groupBy('rule_set_id')
    .execute();
  return new Map(rows.map(({ rule_set_id, count }) => [rule_set_id, Number(count)]));
}
