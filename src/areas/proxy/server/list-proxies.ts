// Proxies handed out by the API: only such as are available at this moment, unless asked for others.

import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isOverview, type PoolWire, type ProxyWire, proxiesMax } from '../contract.ts';
import { findCandidate, listCandidates } from './candidate-store.ts';
import { exhaustedAt } from './forecast.ts';
import { leaseOrder, type ProxyQuery } from './lease-order.ts';
import { ownResource } from './manage-resources.ts';
import type { Proxies } from './proxies.ts';
import { seesCredentials, showProxy } from './proxy-wire.ts';
import { type Counts, countProxies, type ResourceRow } from './resource-store.ts';

/** Text has no pages: without a limit it is the whole list. */
const sizeOf = (query: ProxyQuery, page: PageRequest) =>
  query.format === 'txt' && !query.page_size && !query.limit
    ? { pageSize: proxiesMax, offset: 0 }
    : page;

export async function listProxies(
  proxies: Proxies,
  db: Db,
  actor: Actor,
  name: string,
  query: ProxyQuery,
  page: PageRequest,
): Promise<{ results: ProxyWire[]; count: number; pool: PoolWire }> {
  const { kernel, vault, uses } = proxies;
  const now = kernel.clock.now();
  const resource = await ownResource(db, actor, name);
  const size = sizeOf(query, page);
  const order = await leaseOrder(proxies, resource, query, actor, size);
  const wanted = { filter: query, order, page: size, now };
  const { rows, count } = await listCandidates(db, resource.id, wanted);
  const isLease = query.status === 'available' && !isOverview(query);
  if (isLease)
    uses.noteLease(
      resource.id,
      rows.map(({ id }) => id),
    );
  const isOpen = !isOverview(query) && seesCredentials(actor);
  return {
    results: rows.map((row) => showProxy(row, { vault, isOpen })),
    count,
    pool: await readPool(proxies, db, resource),
  };
}

export async function readPool(
  { kernel }: Proxies,
  db: Db,
  { id }: ResourceRow,
): Promise<PoolWire> {
  const now = kernel.clock.now();
  const counts = (await countProxies(db, [id], now)).get(id)!;
  const end = await exhaustedAt(db, id, counts, now);
  return toWire(counts, end);
}

const toWire = (counts: Counts, end: Date | null): PoolWire => ({
  total: counts.total,
  available: counts.available,
  cooldown: counts.cooldown,
  blocked: counts.blocked,
  dead: counts.dead,
  next_release_at: counts.next_release_at?.toISOString() ?? null,
  exhausted_at: end?.toISOString() ?? null,
});

/** One proxy of a resource of the caller. Throws `not_found`. */
export async function showOne(
  { kernel, vault }: Proxies,
  db: Db,
  actor: Actor,
  resourceId: string,
  proxyId: string,
): Promise<ProxyWire> {
  const row = await findCandidate(db, resourceId, proxyId, kernel.clock.now());
  if (!row) throw apiError(commonErrors.notFound);
  return showProxy(row, { vault, isOpen: seesCredentials(actor) });
}
