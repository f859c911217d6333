import type { Db } from '#kernel/database/database.ts';
import type { WebhookEndpointWire } from '../../wire/endpoints.ts';
import type { EndpointRow } from './endpoint-store.ts';
import { listSecrets, type SecretRow } from './secret-store.ts';

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

export async function serializeEndpoints(
  db: Db,
  rows: readonly EndpointRow[],
  now: Date,
): Promise<WebhookEndpointWire[]> {
  const ids = rows.map(({ id }) => id);
  const secrets = Map.groupBy(await listSecrets(db, ids, now), (one) => one.endpoint_id);
  return rows.map((row) => serializeEndpoint(row, secrets.get(row.id) ?? []));
}

const serializeEndpoint = (
  row: EndpointRow,
  secrets: readonly SecretRow[],
): WebhookEndpointWire => ({
  id: row.id,
  url: row.url,
  description: row.description,
  event_types: row.event_types,
  is_enabled: row.disabled_at === null,
  disabled_reason: row.disabled_reason,
  disabled_at: toIso(row.disabled_at),
  failing_since: toIso(row.failing_since),
  secrets: secrets.map(({ created_at, expires_at }) => ({
    created_at: created_at.toISOString(),
    expires_at: toIso(expires_at),
  })),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
