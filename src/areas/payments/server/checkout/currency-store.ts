import { type Selectable, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { containing } from '#kernel/database/like-pattern.ts';
import type { Currency } from '#kernel/database/schema.d.ts';
import { countRows, paginate } from '#kernel/http/responses/pages.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';

export type CurrencyType = 'fiat' | 'crypto';
export type CurrencyRow = Selectable<Currency> & { currency_type: CurrencyType };

export type CurrencyFilter = {
  currency_type?: CurrencyType | undefined;
  is_active?: boolean | undefined;
  is_stable?: boolean | undefined;
  network?: string | undefined;
  search?: string | undefined;
  ordering?: string | undefined;
};

const orderable = { sort_order: 'sort_order', code: 'code' } as const;

export async function listCurrencies(db: Db, filter: CurrencyFilter, page: PageRequest) {
  const query = matchCurrencies(db, filter);
  const order = readOrdering(filter.ordering, orderable, 'sort_order');
  const rows = await paginate(query.selectAll(), order, page).orderBy('id').execute();
  return { rows: rows as CurrencyRow[], total: await countRows(db, query) };
}

function matchCurrencies(db: Db, { search, ordering: _, ...exact }: CurrencyFilter) {
  let query = db.selectFrom('currency');
  for (const [column, value] of Object.entries(exact))
    if (value !== undefined) query = query.where(column as keyof typeof exact, '=', value);
  if (search?.trim()) {
    const pattern = containing(search);
    query = query.where((eb) =>
      eb.or([eb('code', 'ilike', pattern), eb('name', 'ilike', pattern)]),
    );
  }
  return query;
}

/** In display order. */
export const listAllCurrencies = (db: Db): Promise<CurrencyRow[]> =>
  db.selectFrom('currency').selectAll().orderBy('sort_order').orderBy('id').execute() as Promise<
    CurrencyRow[]
  >;

export const findCurrency = (db: Db, id: number): Promise<CurrencyRow | undefined> =>
  db.selectFrom('currency').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    CurrencyRow | undefined
  >;

/** By code in lower or upper case, active or not. */
export const findCurrencyByCode = (db: Db, code: string): Promise<CurrencyRow | undefined> =>
  db
    .selectFrom('currency')
    .selectAll()
    .where('code', 'in', [code, code.toLowerCase(), code.toUpperCase()])
    .executeTakeFirst() as Promise<CurrencyRow | undefined>;

export type ProviderCatalogRow = { content: unknown; fetched_at: Date };

export const findProviderCatalog = (
  db: Db,
  provider: string,
  kind: string,
): Promise<ProviderCatalogRow | undefined> =>
  db
    .selectFrom('provider_catalog')
    .select(['content', 'fetched_at'])
    .where('provider', '=', provider)
    .where('kind', '=', kind)
    .executeTakeFirst();

/** An older response never replaces a newer one. */
export async function saveProviderCatalog(
  db: Db,
  { provider, kind, content, now }: { provider: string; kind: string; content: object; now: Date },
): Promise<void> {
  await db
    .insertInto('provider_catalog')
    .values({ provider, kind, content: JSON.stringify(content), fetched_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'kind'])
        .doUpdateSet({ content: JSON.stringify(content), fetched_at: now })
        .where(sql.ref('provider_catalog.fetched_at'), '<=', now),
    )
    .execute();
}
