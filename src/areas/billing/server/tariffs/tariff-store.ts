import type { Selectable } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { containing } from '#kernel/database/like-pattern.ts';
import type { Tariff } from '#kernel/database/schema.d.ts';
import { countRows, paginate } from '#kernel/http/responses/pages.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import type { TariffLimits, TariffWire } from '../../wire/tariffs.ts';

export type TariffRow = Omit<Selectable<Tariff>, 'limits' | 'features' | 'endpoint_groups'> & {
  limits: TariffLimits;
  features: TariffWire['features'];
  endpoint_groups: TariffWire['endpoint_groups'];
};

export type TariffFilter = {
  /** Includes all private tariffs. */
  seesPrivate: boolean;
  /** Slugs of private tariffs to include. */
  offered: readonly string[];
  isFree?: boolean | undefined;
  isYearly?: boolean | undefined;
  search?: string | undefined;
  ordering?: string | undefined;
};

const orderable = { sort_order: 'sort_order', monthly_price: 'monthly_price' } as const;

export async function listTariffs(db: Db, filter: TariffFilter, page: PageRequest) {
  const query = matchTariffs(db, filter);
  const order = readOrdering(filter.ordering, orderable, 'sort_order');
  const rows = await paginate(query.selectAll(), order, page).orderBy('id').execute();
  return { rows: rows as TariffRow[], total: await countRows(db, query) };
}

function matchTariffs(db: Db, filter: TariffFilter) {
  const { seesPrivate, offered, isFree, isYearly, search } = filter;
  let query = db
    .selectFrom('tariff')
    .where('superseded_at', 'is', null)
    .where('published_at', 'is not', null)
    .where('is_active', '=', true);
  if (!seesPrivate)
    query = query.where((eb) =>
      eb.or([eb('is_public', '=', true), ...(offered.length ? [eb('slug', 'in', offered)] : [])]),
    );
  if (isFree !== undefined) query = query.where('monthly_price', isFree ? '=' : '>', '0');
  if (isYearly) query = query.where('yearly_price', 'is not', null);
  if (search?.trim()) {
    const pattern = containing(search);
    query = query.where((eb) =>
      eb.or([eb('name', 'ilike', pattern), eb('slug', 'ilike', pattern)]),
    );
  }
  return query;
}

/** The published version, including private and retired tariffs. */
export const findTariff = (db: Db, slug: string): Promise<TariffRow | undefined> =>
  db
    .selectFrom('tariff')
    .selectAll()
    .where('slug', '=', slug)
    .where('superseded_at', 'is', null)
    .where('published_at', 'is not', null)
    .executeTakeFirst() as Promise<TariffRow | undefined>;

export const findTariffById = (db: Db, id: number): Promise<TariffRow> =>
  db
    .selectFrom('tariff')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow() as Promise<TariffRow>;

export const listTariffsById = (db: Db, ids: number[]): Promise<TariffRow[]> =>
  db.selectFrom('tariff').selectAll().where('id', 'in', ids).execute() as Promise<TariffRow[]>;
