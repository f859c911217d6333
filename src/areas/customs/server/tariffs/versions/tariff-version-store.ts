// Versions of tariffs, and the events of each.
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { CustomsTariff, CustomsTariffEvent } from '#kernel/database/schema.d.ts';
import { countRows } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { TariffAction, TariffStatus } from '../../../wire/tariffs/tariffs.constants.ts';

export type TariffProblem = { line: number; message: string };
export type TariffVersion = {
  id: number;
  source: string;
  jurisdiction: string;
  title: string;
  publisher: string;
  licence: string;
  url: string;
  file_name: string;
  file_date: string;
  sha256: string;
  effective_from: string;
  status: TariffStatus;
  codes_count: number;
  measures_by_kind: Record<string, number>;
  languages: string[];
  problems_count: number;
  approved_by: number | null;
  published_by: number | null;
  created_at: Date;
  published_at: Date | null;
};
export type TariffEvent = {
  tariff_id: number;
  action: TariffAction;
  account_id: number | null;
  note: string;
  created_at: Date;
};

const day = (column: 'file_date' | 'effective_from') =>
  sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`.as(column);

const columns = [
  ...(['id', 'source', 'jurisdiction', 'title', 'publisher', 'licence', 'url'] as const),
  ...(['file_name', 'sha256', 'status', 'codes_count', 'measures_by_kind'] as const),
  ...(['languages', 'problems_count', 'approved_by', 'published_by'] as const),
  ...(['created_at', 'published_at'] as const),
] as const;

const selectVersions = (db: Db) =>
  db.selectFrom('customs_tariff').select([...columns, day('file_date'), day('effective_from')]);

/** The columns contain only values of these types. */
const typeRows = (rows: unknown) => rows as TariffVersion[];

export async function listVersions(
  db: Db,
  filter: { status?: TariffStatus | undefined },
  page: PageRequest,
) {
  let query = selectVersions(db);
  if (filter.status) query = query.where('status', '=', filter.status);
  const rows = await query.orderBy('id', 'desc').limit(page.pageSize).offset(page.offset).execute();
  return { rows: typeRows(rows), total: await countRows(db, query) };
}

export const listPublished = async (db: Db): Promise<TariffVersion[]> =>
  typeRows(await selectVersions(db).where('status', '=', 'published').orderBy('id').execute());

export const findVersion = async (db: Db, id: number): Promise<TariffVersion | undefined> =>
  typeRows(await selectVersions(db).where('id', '=', id).execute())[0];

export const lockVersion = async (tx: Tx, id: number): Promise<TariffVersion | undefined> =>
  typeRows(await selectVersions(tx).where('id', '=', id).forUpdate().execute())[0];

const listedMax = 500;

/** For the operator: of all statuses, the newest first. */
export const listAllTariffs = async (db: Db): Promise<TariffVersion[]> =>
  typeRows(await selectVersions(db).orderBy('id', 'desc').limit(listedMax).execute());

/** For the operator. Throws an error for a version that does not exist. */
export async function readTariff(db: Db, id: number) {
  const version = await findVersion(db, id);
  if (!version) throw new Error(await describeMissing(db, id));
  return { version, problems: await findProblems(db, id) };
}

/** For the operator: why there is no version of this number. */
export async function describeMissing(db: Db, id: number): Promise<string> {
  const discarded = (await listEvents(db, id)).find(({ action }) => action === 'discarded');
  if (!discarded) return `There is no version ${id}.`;
  const day = discarded.created_at.toISOString().slice(0, 10);
  return `Version ${id} was discarded on ${day}. ${discarded.note}`;
}

/** Published versions of the same publication, the newest first. */
export const listBySource = async (
  db: Db,
  { source, jurisdiction }: Pick<TariffVersion, 'source' | 'jurisdiction'>,
  max: number,
): Promise<TariffVersion[]> =>
  typeRows(
    await selectVersions(db)
      .where('source', '=', source)
      .where('jurisdiction', '=', jurisdiction)
      .where('status', 'in', ['published', 'superseded'])
      .orderBy('customs_tariff.effective_from', 'desc')
      .orderBy('id', 'desc')
      .limit(max)
      .execute(),
  );

export async function findProblems(db: Db, id: number): Promise<TariffProblem[]> {
  const found = await db
    .selectFrom('customs_tariff')
    .select('problems')
    .where('id', '=', id)
    .executeTakeFirst();
  return (found?.problems ?? []) as TariffProblem[];
}

type SourceFile = Pick<TariffVersion, 'source' | 'jurisdiction' | 'sha256'>;

export const findByFile = async (db: Db, file: SourceFile): Promise<TariffVersion | undefined> =>
  typeRows(
    await selectVersions(db)
      .where('source', '=', file.source)
      .where('jurisdiction', '=', file.jurisdiction)
      .where('sha256', '=', file.sha256)
      .execute(),
  )[0];

/** Null if the file was imported meanwhile. Another import of it waits for this one. */
export async function insertVersion(
  tx: Tx,
  values: Insertable<CustomsTariff>,
): Promise<number | null> {
  const inserted = await tx
    .insertInto('customs_tariff')
    .values(values)
    .onConflict((conflict) => conflict.columns(['source', 'jurisdiction', 'sha256']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

export async function updateVersion(tx: Tx, id: number, values: Updateable<CustomsTariff>) {
  await tx.updateTable('customs_tariff').set(values).where('id', '=', id).execute();
}

/** With its codes and measures. The database refuses it for a version that was published. */
export async function deleteVersion(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('customs_tariff').where('id', '=', id).execute();
}

/** Supersedes versions of the same source that do not apply on any day any more. */
export async function supersedeOlder(
  tx: Tx,
  { id, source, jurisdiction, effective_from }: TariffVersion,
): Promise<number[]> {
  const rows = await tx
    .updateTable('customs_tariff')
    .set({ status: 'superseded' })
    .where('source', '=', source)
    .where('jurisdiction', '=', jurisdiction)
    .where('status', '=', 'published')
    .where('id', '<>', id)
    .where('effective_from', '>=', sql<Date>`${effective_from}::date`)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function insertEvent(tx: Tx, event: Insertable<CustomsTariffEvent>): Promise<void> {
  await tx.insertInto('customs_tariff_event').values(event).execute();
}

export const listEvents = (db: Db, tariffId: number): Promise<TariffEvent[]> =>
  db
    .selectFrom('customs_tariff_event')
    .select(['tariff_id', 'action', 'account_id', 'note', 'created_at'])
    .where('tariff_id', '=', tariffId)
    .orderBy('id')
    .execute() as Promise<TariffEvent[]>;

/** One publication at a time. */
export async function lockPublishing(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('customs.publish_tariff'))`.execute(tx);
}

/** Makes the planner know the new rows. */
export async function analyzeTariffs(db: Db): Promise<void> {
  await sql`analyze customs_tariff_code, customs_tariff_measure, customs_tariff_word`.execute(db);
}
