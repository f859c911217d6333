// Staff open an incident and write its updates. The latest update is its state; a resolved one is
// final.
import type { z } from 'zod';
import { findPeople } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { openIncidentBody, updateIncidentBody } from '../../wire/incidents.form.ts';
import { type IncidentWire, incidentResolved } from '../../wire/incidents.ts';
import type { Status } from '../status.ts';
import {
  findIncident,
  type Impacts,
  type IncidentRow,
  insertIncident,
  insertUpdate,
  listIncidentRows,
  lockIncident,
  saveIncident,
  type WithUpdates,
} from './incident-store.ts';
import { serializeImpacts, serializeIncident } from './serialize-incident.ts';

type ChangeContext = { actor: Actor; audit: Audit };
type Opening = z.output<typeof openIncidentBody>;
type Update = z.output<typeof updateIncidentBody>;

const toImpacts = (affected: Opening['components']): Impacts =>
  Object.fromEntries(affected.map(({ name, impact }) => [name, impact]));

async function serializeAll(
  { kernel }: Status,
  db: Db,
  rows: readonly WithUpdates[],
): Promise<IncidentWire[]> {
  const authors = new Set(rows.flatMap(({ updates }) => updates.map((one) => one.created_by)));
  const people = await findPeople(db, kernel.config, [...authors]);
  return rows.map((row) => serializeIncident(row, (id) => people.get(id)?.email ?? ''));
}

export async function listIncidents(
  status: Status,
  db: Db,
  filter: { isOpen: boolean | undefined },
  page: PageRequest,
) {
  const { rows, total } = await listIncidentRows(db, filter, page);
  return { rows: await serializeAll(status, db, rows), total };
}

/** Throws not_found. */
export async function readIncident(status: Status, db: Db, id: string): Promise<IncidentWire> {
  const row = await findIncident(db, id);
  if (!row) throw apiError(commonErrors.notFound);
  return (await serializeAll(status, db, [row]))[0]!;
}

export async function openIncident(
  status: Status,
  tx: Tx,
  by: ChangeContext,
  { title, state, components, message }: Opening,
): Promise<IncidentWire> {
  const now = status.kernel.clock.now();
  const row: IncidentRow = {
    id: createId(now),
    title,
    state,
    impacts: toImpacts(components),
    started_at: now,
    resolved_at: null,
    updated_at: now,
  };
  await insertIncident(tx, row);
  return record(status, tx, by, { row, message, before: null });
}

/** Throws not_found, and invalid_state for a resolved incident. */
export async function updateIncident(
  status: Status,
  tx: Tx,
  by: ChangeContext,
  { id, state, components, message }: Update & { id: string },
): Promise<IncidentWire> {
  const before = await lockIncident(tx, id);
  if (!before) throw apiError(commonErrors.notFound);
  if (before.state === 'resolved')
    throw apiError(incidentResolved, { current_status: before.state });
  const now = status.kernel.clock.now();
  const isResolved = state === 'resolved';
  const row: IncidentRow = {
    ...before,
    state,
    // A resolved incident keeps what it affected.
    impacts: isResolved ? before.impacts : toImpacts(components),
    resolved_at: isResolved ? now : null,
    updated_at: now,
  };
  await saveIncident(tx, row);
  return record(status, tx, by, { row, message, before });
}

type Change = { row: IncidentRow; message: string; before: IncidentRow | null };

const toFacts = ({ title, state, impacts }: IncidentRow) => ({
  title,
  state,
  components: serializeImpacts(impacts),
});

async function record(
  status: Status,
  tx: Tx,
  { actor, audit }: ChangeContext,
  { row, message, before }: Change,
): Promise<IncidentWire> {
  const { id, state, impacts, updated_at } = row;
  await insertUpdate(tx, {
    id: createId(updated_at),
    incident_id: id,
    state,
    impacts,
    message,
    created_by: actor.accountId,
    created_at: updated_at,
  });
  await audit.record(tx, {
    type: 'incident',
    id,
    before: before && toFacts(before),
    after: { ...toFacts(row), message },
  });
  status.kernel.work.afterCommit(tx, status.reader.clearCache);
  return readIncident(status, tx, id);
}
