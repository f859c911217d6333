// The incident during which failed checks do not count: at most one is open, for all processes.
import type { Selectable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { ProxyCheckIncident } from '#kernel/database/schema.d.ts';
import { createId } from '#kernel/ids.ts';
import type { IncidentCause } from '../../wire/check-incidents.constants.ts';

export type Incident = Selectable<ProxyCheckIncident> & { cause: IncidentCause };

export const findOpenIncident = (db: Db) =>
  db
    .selectFrom('proxy_check_incident')
    .selectAll()
    .where('ended_at', 'is', null)
    .executeTakeFirst() as Promise<Incident | undefined>;

/** Only checks with our own target fail with it; the other causes concern all. */
export const pausesCheck = (
  incident: Pick<Incident, 'cause'> | null | undefined,
  url: string | null,
): boolean => !!incident && (incident.cause !== 'target' || url === null);

/** Undefined when another process opened one meanwhile. */
export const insertIncident = (tx: Tx, cause: IncidentCause, now: Date) =>
  tx
    .insertInto('proxy_check_incident')
    .values({ id: createId(now), cause, started_at: now, cause_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst() as Promise<Incident | undefined>;

/** False when another process ended it meanwhile. */
export async function updateIncident(
  tx: Tx,
  id: string,
  values: Partial<Pick<Incident, 'cause' | 'cause_at' | 'fine_since' | 'ended_at' | 'is_expired'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('proxy_check_incident')
    .set(values)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a pause was too long since then: after that, failures count. */
export async function hasExpiredSince(db: Db, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('proxy_check_incident')
    .select('id')
    .where('is_expired', '=', true)
    .where('ended_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteIncidentsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('proxy_check_incident').where('ended_at', '<', before).execute();
}
