import type { IncidentWire } from '../../wire/incidents.ts';
import { componentNames } from '../../wire/status.constants.ts';
import type { PublicIncidentWire } from '../../wire/status.ts';
import type { Impacts, IncidentRow, UpdateRow, WithUpdates } from './incident-store.ts';

/** In the order of the status page. */
export const serializeImpacts = (impacts: Impacts) =>
  componentNames.flatMap((name) => {
    const impact = impacts[name];
    return impact ? [{ name, impact }] : [];
  });

const serializeFacts = (row: IncidentRow) => ({
  id: row.id,
  title: row.title,
  state: row.state,
  components: serializeImpacts(row.impacts),
  started_at: row.started_at.toISOString(),
  resolved_at: row.resolved_at?.toISOString() ?? null,
});

const serializeUpdate = ({ id, state, message, created_at }: UpdateRow) => ({
  id,
  state,
  message,
  created_at: created_at.toISOString(),
});

export const serializePublicIncident = (row: WithUpdates): PublicIncidentWire => ({
  ...serializeFacts(row),
  updates: row.updates.map(serializeUpdate),
});

/** `formatName`: how staff call an author. */
export const serializeIncident = (
  row: WithUpdates,
  formatName: (accountId: number) => string,
): IncidentWire => ({
  ...serializeFacts(row),
  updated_at: row.updated_at.toISOString(),
  updates: row.updates.map((update) => ({
    ...serializeUpdate(update),
    components: serializeImpacts(update.impacts),
    created_by: formatName(update.created_by),
  })),
});
