// Lists the proxies of a resource: only available ones, unless the query asks for others.
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isOverview, type PoolWire, type ProxyWire, proxiesMax } from '../../wire/index.ts';
import { maySeeCredentials, serializeProxy } from '../pool/serialize-proxies.ts';
import type { Proxies } from '../proxies.ts';
import { requireResource } from '../resources/manage-resources.ts';
import { countProxies, type ProxyCounts, type ResourceRow } from '../resources/resource-store.ts';
import { forecastExhaustion } from '../usage/forecast.ts';
import { findCandidate, listCandidates } from './candidate-store.ts';
import { leaseOrder, type ProxyQuery } from './lease-order.ts';

/** The text format has no pages: without a limit it is the whole list. */
const choosePageSize = (query: ProxyQuery, page: PageRequest) =>
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
  const { kernel, vault, usage } = proxies;
  const now = kernel.clock.now();
  const resource = await requireResource(db, actor, name);
  const size = choosePageSize(query, page);
  const order = await leaseOrder(proxies, resource, query, actor, size);
  const listing = { filter: query, order, page: size, now };
  const { rows, count } = await listCandidates(db, resource.id, listing);
  const isLease = query.status === 'available' && !isOverview(query);
  if (isLease)
    usage.recordLease(
      resource.id,
      rows.map(({ id }) => id),
    );
  const showsCredentials = !isOverview(query) && maySeeCredentials(actor);
  return {
    results: rows.map((row) => serializeProxy(row, { vault, showsCredentials })),
    count,
    pool: await readPoolCounts(proxies, db, resource),
  };
}

export async function readPoolCounts(
  { kernel }: Proxies,
  db: Db,
  { id }: ResourceRow,
): Promise<PoolWire> {
  const now = kernel.clock.now();
  const counts = (await countProxies(db, [id], now)).get(id)!;
  const end = await forecastExhaustion(db, id, counts, now);
  return serializePool(counts, end);
}

const serializePool = (counts: ProxyCounts, end: Date | null): PoolWire => ({
  total: counts.total,
  available: counts.available,
  cooldown: counts.cooldown,
  blocked: counts.blocked,
  dead: counts.dead,
  next_release_at: counts.next_release_at?.toISOString() ?? null,
  exhausted_at: end?.toISOString() ?? null,
});

/** One proxy of the resource. Throws `not_found`. */
export async function readProxy(
  { kernel, vault }: Proxies,
  db: Db,
  actor: Actor,
  resourceId: string,
  proxyId: string,
): Promise<ProxyWire> {
  const row = await findCandidate(db, resourceId, proxyId, kernel.clock.now());
  if (!row) throw apiError(commonErrors.notFound);
  return serializeProxy(row, { vault, showsCredentials: maySeeCredentials(actor) });
}
