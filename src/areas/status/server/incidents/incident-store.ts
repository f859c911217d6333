import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Incident as IncidentTable, IncidentUpdate } from '#kernel/database/schema.d.ts';
import { countRows, paginate } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { ComponentName, Impact, IncidentState } from '../../wire/status.constants.ts';

export type Impacts = Partial<Record<ComponentName, Impact>>;
export type IncidentRow = Selectable<IncidentTable> & { state: IncidentState; impacts: Impacts };
export type UpdateRow = Selectable<IncidentUpdate> & { state: IncidentState; impacts: Impacts };
export type WithUpdates = IncidentRow & { updates: UpdateRow[] };

/** Newest first. */
export async function listIncidentRows(
  db: Db,
  { isOpen }: { isOpen: boolean | undefined },
  page: PageRequest,
) {
  let query = db.selectFrom('incident');
  if (isOpen !== undefined) query = query.where('resolved_at', isOpen ? 'is' : 'is not', null);
  const order = [{ column: 'started_at' as const, direction: 'desc' as const }];
  const rows = await paginate(query.selectAll(), order, page).orderBy('id', 'desc').execute();
  return {
    rows: await withUpdates(db, rows as IncidentRow[]),
    total: await countRows(db, query),
  };
}

/** Open ones and those that were resolved since then, newest first. */
export async function listCurrentIncidents(
  db: Db,
  { since, count }: { since: Date; count: number },
): Promise<WithUpdates[]> {
  const rows = await db
    .selectFrom('incident')
    .selectAll()
    .where(({ or, eb }) => or([eb('resolved_at', 'is', null), eb('resolved_at', '>=', since)]))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return withUpdates(db, rows as IncidentRow[]);
}

export async function listOpenImpacts(db: Db): Promise<Impacts[]> {
  const rows = await db
    .selectFrom('incident')
    .select('impacts')
    .where('resolved_at', 'is', null)
    .execute();
  return rows.map(({ impacts }) => impacts as Impacts);
}

export async function findIncident(db: Db, id: string): Promise<WithUpdates | undefined> {
  const row = await db.selectFrom('incident').selectAll().where('id', '=', id).executeTakeFirst();
  return row && (await withUpdates(db, [row as IncidentRow]))[0];
}

export async function countIncidents(db: Db): Promise<number> {
  return (await countRows(db, db.selectFrom('incident'))).count;
}

/** Locks the row until the transaction ends. */
export const lockIncident = (tx: Tx, id: string) =>
  tx
    .selectFrom('incident')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<IncidentRow | undefined>;

export async function insertIncident(tx: Tx, row: IncidentRow): Promise<void> {
  await tx.insertInto('incident').values(toColumns(row)).execute();
}

export async function saveIncident(tx: Tx, { id, ...values }: IncidentRow): Promise<void> {
  await tx.updateTable('incident').set(toColumns(values)).where('id', '=', id).execute();
}

export async function insertUpdate(tx: Tx, row: UpdateRow): Promise<void> {
  await tx.insertInto('incident_update').values(toColumns(row)).execute();
}

const toColumns = <Row extends { impacts: Impacts }>(row: Row) => ({
  ...row,
  impacts: sql<Impacts>`${JSON.stringify(row.impacts)}::jsonb`,
});

/** Their updates, newest first. */
async function withUpdates(db: Db, rows: readonly IncidentRow[]): Promise<WithUpdates[]> {
  if (rows.length === 0) return [];
  const updates = await db
    .selectFrom('incident_update')
    .selectAll()
    .where(
      'incident_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const byIncident = Map.groupBy(updates as UpdateRow[], ({ incident_id }) => incident_id);
  return rows.map((row) => ({ ...row, updates: byIncident.get(row.id) ?? [] }));
}
