// Imported data sets of vehicles, and the search in their models.
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { CustomsVehicleDataset } from '#kernel/database/schema.d.ts';
import { countRows, type RowCount } from '#kernel/http/responses/pages.ts';
import { exactCountMax, type PageRequest } from '#lib/pagination.ts';
import type { VehicleModelWire } from '../../wire/vehicles/vehicles.ts';
import type { VehicleModel } from './vehicle-model.ts';

export type VehicleDataset = {
  id: number;
  source: string;
  title: string;
  publisher: string;
  licence: string;
  url: string;
  file_name: string;
  file_date: string;
  sha256: string;
  rows_count: number;
  models_count: number;
  problems_count: number;
  created_at: Date;
};

const datasetColumns = [
  ...(['id', 'source', 'title', 'publisher', 'licence', 'url', 'file_name', 'sha256'] as const),
  ...(['rows_count', 'models_count', 'problems_count', 'created_at'] as const),
] as const;
const datasetsMax = 500;

const selectDatasets = (db: Db) =>
  db
    .selectFrom('customs_vehicle_dataset')
    .select([...datasetColumns, sql<string>`to_char(file_date, 'YYYY-MM-DD')`.as('file_date')]);

/** The newest first. */
export const listDatasets = (db: Db): Promise<VehicleDataset[]> =>
  selectDatasets(db).orderBy('id', 'desc').limit(datasetsMax).execute();

export const findDataset = (db: Db, source: string, sha256: string) =>
  selectDatasets(db).where('source', '=', source).where('sha256', '=', sha256).executeTakeFirst();

/** Imports wait for each other: two editions of one source must not replace each other at once. */
export async function lockDatasets(tx: Tx): Promise<void> {
  await sql`lock table customs_vehicle_dataset in share row exclusive mode`.execute(tx);
}

/** With its models. */
export const deleteDatasets = (tx: Tx, source: string) =>
  tx.deleteFrom('customs_vehicle_dataset').where('source', '=', source).execute();

export async function insertDataset(tx: Tx, values: Insertable<CustomsVehicleDataset>) {
  const { id } = await tx
    .insertInto('customs_vehicle_dataset')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const updateDataset = (tx: Tx, id: number, values: Updateable<CustomsVehicleDataset>) =>
  tx.updateTable('customs_vehicle_dataset').set(values).where('id', '=', id).execute();

export type ModelRow = VehicleModel & {
  fingerprint: string;
  make_key: string;
  model_key: string;
  words: string[];
};

/** Returns how many of them were not known from another file of the source. */
export async function insertModels(
  tx: Tx,
  dataset: { id: number; source: string },
  rows: readonly ModelRow[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into customs_vehicle_model (dataset_id, source, fingerprint, make, model, make_key,
      model_key, year, powertrain, engine_capacity_cc, engine_capacity_is_rounded, power_kw,
      battery_kwh, co2_g_km, mpg, fuel_l_100km, test_cycle, mass_kg, body_class, search)
    select ${dataset.id}::int, ${dataset.source}, fingerprint, make, model, make_key, model_key,
      year, powertrain, engine_capacity_cc, engine_capacity_is_rounded, power_kw, battery_kwh,
      co2_g_km, mpg, fuel_l_100km, test_cycle, mass_kg, body_class, array_to_tsvector(words)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (fingerprint text, make text,
      model text, make_key text, model_key text, year smallint, powertrain text,
      engine_capacity_cc int, engine_capacity_is_rounded boolean, power_kw numeric,
      battery_kwh numeric, co2_g_km numeric, mpg numeric, fuel_l_100km numeric, test_cycle text,
      mass_kg int, body_class text, words text[])
    on conflict (source, fingerprint) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function analyzeModels(db: Db): Promise<void> {
  await sql`analyze customs_vehicle_model`.execute(db);
}

/** `words` as a tsquery, `makeKey` as it is compared. */
export type ModelFilter = { words: string; makeKey: string; year: number | null };
export type FoundModels = { rows: VehicleModelWire[]; total: RowCount };

const wireColumns = [
  ...(['source', 'make', 'model', 'year', 'powertrain', 'engine_capacity_cc'] as const),
  ...(['engine_capacity_is_rounded', 'power_kw', 'battery_kwh', 'co2_g_km', 'mpg'] as const),
  ...(['fuel_l_100km', 'test_cycle', 'mass_kg', 'body_class'] as const),
] as const;

/** The columns contain only values of these types: the readers write them. */
const typeRows = (rows: unknown) => rows as VehicleModelWire[];

/** By make, model and year, the newest first. */
export async function listModels(
  db: Db,
  { makeKey, year }: ModelFilter,
  { pageSize, offset }: PageRequest,
): Promise<FoundModels> {
  let query = db.selectFrom('customs_vehicle_model').select([...wireColumns]);
  if (makeKey) query = query.where('make_key', '=', makeKey);
  if (year !== null) query = query.where('year', '=', year);
  const rows = await query
    .orderBy('make_key')
    .orderBy('model_key')
    .orderBy('year', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset(offset)
    .execute();
  return { rows: typeRows(rows), total: await countRows(db, query) };
}

/** The models that have all words: by the search index, at most as many as are counted exactly. */
export const foundModels = ({ words, makeKey, year }: ModelFilter): RawBuilder<unknown> => sql`
  select id, make_key, model_key, year from customs_vehicle_model
  where search @@ ${words}::tsquery
    and (${makeKey} = '' or make_key = ${makeKey})
    and (${year}::int is null or year = ${year}::int)
  limit ${exactCountMax + 1}`;

export async function searchModels(
  db: Db,
  filter: ModelFilter,
  { pageSize, offset }: PageRequest,
): Promise<FoundModels> {
  const { rows } = await sql<VehicleModelWire & { count: number }>`
    with found as materialized (${foundModels(filter)}),
    best as (
      select * from found order by make_key, model_key, year desc, id
      limit ${pageSize} offset ${offset}
    )
    select ${sql.join(wireColumns.map((column) => sql.ref(`one.${column}`)))},
      (select count(*)::int from found) as count
    from best join customs_vehicle_model one on one.id = best.id
    order by best.make_key, best.model_key, best.year desc, best.id`.execute(db);
  const count = rows[0]?.count ?? 0;
  return {
    rows: typeRows(rows.map(({ count: _, ...row }) => row)),
    total: { count: Math.min(count, exactCountMax), isEstimate: count > exactCountMax },
  };
}
