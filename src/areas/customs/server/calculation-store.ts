import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import type { Db } from '#server/database/database.ts';
import type { CustomsCalculation } from '#server/database/schema.d.ts';
import { countRows } from '#server/http/pages.ts';

export type CalculationRow = Selectable<CustomsCalculation>;
export type Owner = { accountId: number; kind: string };

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

export const insertCalculation = (
  db: Db,
  values: Insertable<CustomsCalculation>,
): Promise<CalculationRow> =>
  db.insertInto('customs_calculation').values(values).returningAll().executeTakeFirstOrThrow();

export const findCalculation = (
  db: Db,
  { accountId, kind }: Owner,
  id: number,
): Promise<CalculationRow | undefined> =>
  db
    .selectFrom('customs_calculation')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirst();

export const findShared = (db: Db, token: string): Promise<CalculationRow | undefined> =>
  db
    .selectFrom('customs_calculation')
    .selectAll()
    .where('share_token', '=', token)
    .executeTakeFirst();

export const updateCalculation = (
  db: Db,
  id: number,
  values: Updateable<CustomsCalculation>,
): Promise<CalculationRow> =>
  db
    .updateTable('customs_calculation')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function deleteCalculation(db: Db, id: number): Promise<void> {
  await db.deleteFrom('customs_calculation').where('id', '=', id).execute();
}

export async function listCalculations(db: Db, filter: CalculationFilter, page: PageRequest) {
  const query = match(db, filter);
  let ordered = query.selectAll();
  for (const { column, direction } of readOrdering(filter.ordering, orderable, '-created_at'))
    ordered = ordered.orderBy(column, direction);
  const rows = await ordered
    .orderBy('id', 'desc')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
  return { rows, total: await countRows(db, query) };
}

function match(db: Db, filter: CalculationFilter) {
  let query = db
    .selectFrom('customs_calculation')
    .where('account_id', '=', filter.accountId)
    .where('kind', '=', filter.kind);
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
      eb.or([eb('title', 'ilike', pattern), eb('notes', 'ilike', pattern)]),
    );
  }
  return query;
}

/** What nobody keeps goes after a time, and beyond the newest `keep` of an account. */
export async function deleteOldRuns(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('customs_calculation')
    .where('is_saved', '=', false)
    .where('created_at', '<', before)
    .execute();
}

export async function deleteRunsBeyond(db: Db, { accountId, kind }: Owner, keep: number) {
  await db
    .deleteFrom('customs_calculation')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('customs_calculation')
        .select('id')
        .where('account_id', '=', accountId)
        .where('kind', '=', kind)
        .where('is_saved', '=', false)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(keep)
        .limit(1000),
    )
    .execute();
}
