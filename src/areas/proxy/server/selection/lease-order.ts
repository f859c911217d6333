// The order in which the API lists proxies, by the strategy of the resource.
import type { z } from 'zod';
import type { Actor } from '#kernel/ports.ts';
import { isOverview, type listProxies as listing } from '../../wire/index.ts';
import type { Proxies } from '../proxies.ts';
import type { ResourceRow } from '../resources/resource-store.ts';
import type { CandidateOrder } from './candidate-store.ts';
import type { PageSize } from './lease-rotation.ts';
import { selectProxy } from './select-proxy.ts';

export type ProxyQuery = z.output<(typeof listing)['query']>;

const fields = ['latency_ms', 'success_rate', 'last_used_at'] as const;

export async function leaseOrder(
  proxies: Proxies,
  resource: ResourceRow,
  query: ProxyQuery,
  actor: Actor,
  page: PageSize,
): Promise<CandidateOrder> {
  const [, sign, word] = /^(-?)(\w+)/.exec(query.ordering ?? '') ?? [];
  const by = fields.find((field) => field === word);
  if (by) return { by, isDescending: sign === '-' };
  if (query.status !== 'available' || isOverview(query)) return { by: 'id' };
  const { strategy } = resource;
  const isOfSession = query.session !== undefined || strategy === 'sticky';
  if (!isOfSession && strategy === 'random') return { by: 'random' };
  if (!isOfSession && strategy === 'round_robin')
    return { by: 'turn', turn: proxies.leaseRotation.takeTurn(resource.id, page) };
  const pool = await proxies.poolCache.findById(resource.id);
  if (!pool) return { by: 'id' };
  if (!isOfSession) {
    const now = proxies.kernel.clock.now().getTime();
    return { by: 'ids', ids: proxies.leaseRotation.takeLeastUsed(pool, query, now, page) };
  }
  // The first is the proxy that the gateway would select for this session.
  const request = { session: query.session, country: query.country, keyId: actor.keyId };
  const firstId = selectProxy(proxies, pool, request)?.id ?? null;
  return { by: 'session', seed: query.session ?? '', firstId };
}
