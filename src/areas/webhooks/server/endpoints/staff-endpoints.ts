// Endpoints as staff see them on the page of a user.
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isUuid } from '#lib/uuid.ts';
import type { StaffWebhookEndpointWire } from '../../wire/staff-endpoints.ts';
import { countOpenDeliveries } from '../deliveries/delivery-store.ts';
import type { Webhooks } from '../webhooks.ts';
import * as endpointStore from './endpoint-store.ts';
import { serializeEndpoints } from './serialize-endpoint.ts';

/** Newest first. Permission is checked by the caller. */
export async function listAccountEndpoints(
  webhooks: Webhooks,
  db: Db,
  accountId: number,
): Promise<StaffWebhookEndpointWire[]> {
  return serializeForStaff(webhooks, db, await endpointStore.listAllEndpoints(db, accountId));
}

/** Without its path, which often contains a secret of the receiver. */
const withoutPath = (url: string): string => `${new URL(url).origin}/…`;

/** What these staff see of it. */
export const showTo = (
  reader: Pick<Actor, 'roles'>,
  endpoint: StaffWebhookEndpointWire,
): StaffWebhookEndpointWire =>
  hasRole(reader, 'admin') ? endpoint : { ...endpoint, url: withoutPath(endpoint.url) };

async function serializeForStaff(
  { kernel }: Webhooks,
  db: Db,
  rows: readonly endpointStore.EndpointRow[],
): Promise<StaffWebhookEndpointWire[]> {
  const counts = await countOpenDeliveries(
    db,
    rows.map(({ id }) => id),
  );
  const wires = await serializeEndpoints(db, rows, kernel.clock.now());
  return wires.map((wire, at) => ({
    ...wire,
    user: rows[at]!.account_id,
    ...(counts.get(wire.id) ?? { waiting: 0, failed: 0 }),
  }));
}

/** Idempotent. */
export async function disableByStaff(
  webhooks: Webhooks,
  tx: Tx,
  audit: Audit,
  { id, reason }: { id: string; reason: string },
): Promise<StaffWebhookEndpointWire> {
  const before = isUuid(id) ? await endpointStore.lockEndpoint(tx, id) : undefined;
  if (!before) throw apiError(commonErrors.notFound);
  const now = webhooks.kernel.clock.now();
  await endpointStore.disableEndpoints(tx, [id], { reason: 'staff', now });
  const row = (await endpointStore.findEndpoint(tx, id))!;
  const toFacts = ({ account_id, url, disabled_reason }: endpointStore.EndpointRow) => ({
    user: account_id,
    url: withoutPath(url),
    disabled_reason,
  });
  await audit.record(tx, {
    type: 'webhook_endpoint',
    id,
    before: toFacts(before),
    after: { ...toFacts(row), reason },
  });
  return (await serializeForStaff(webhooks, tx, [row]))[0]!;
}
