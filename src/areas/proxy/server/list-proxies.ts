// Proxies handed out by the API: only such as are available at this moment, unless asked for others.
import type { z } from 'zod';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { fail } from '#server/http/errors.ts';
import type { Actor } from '#server/ports.ts';
import {
  isOverview,
  type listProxies as listing,
  type PoolWire,
  type ProxyWire,
  proxiesMax,
} from '../contract.ts';
import { type CandidateOrder, findCandidate, listCandidates } from './candidate-store.ts';
import { exhaustedAt } from './forecast.ts';
import { ownResource } from './manage-resources.ts';
import type { Proxies } from './proxies.ts';
import { seesCredentials, showProxy } from './proxy-wire.ts';
import { type Counts, countProxies, type ResourceRow } from './resource-store.ts';
import { pickSeat } from './use-seat.ts';

export type ProxyQuery = z.output<(typeof listing)['query']>;

type Size = Pick<PageRequest, 'pageSize' | 'offset'>;

const fields = ['latency_ms', 'success_rate', 'last_used_at'] as const;
/** How many proxies a resource handed out by turns; another process has turns of its own. */
const turns = new Map<string, number>();
const turnsKeptMax = 10_000;
const turnMax = 1_000_000_000;

/**
 * Taken before the list is read, so that callers at the same time get different ones. A further
 * page goes on with the turn of the first.
 */
function takeTurn(resourceId: string, { offset, pageSize: count }: Size): number {
  const turn = turns.get(resourceId) ?? 0;
  if (offset > 0) return Math.max(0, turn - count);
  if (turns.size > turnsKeptMax) turns.clear();
  turns.set(resourceId, (turn + count) % turnMax);
  return turn;
}

async function orderOf(
  proxies: Proxies,
  resource: ResourceRow,
  query: ProxyQuery,
  actor: Actor,
  page: Size,
): Promise<CandidateOrder> {
  const [, sign, word] = /^(-?)(\w+)/.exec(query.ordering ?? '') ?? [];
  const by = fields.find((field) => field === word);
  if (by) return { by, isDescending: sign === '-' };
  if (query.status !== 'available' || isOverview(query)) return { by: 'id' };
  const { strategy } = resource;
  if (query.session !== undefined || strategy === 'sticky') {
    // The first is the one that the gateway would take for this session.
    const board = await proxies.boards.findById(resource.id);
    const asked = { session: query.session, country: query.country, keyId: actor.keyId };
    const first = board && pickSeat(proxies, board, asked);
    return { by: 'session', seed: query.session ?? '', firstId: first?.id ?? null };
  }
  if (strategy === 'random' || strategy === 'least_used') return { by: strategy };
  return { by: 'turn', turn: takeTurn(resource.id, page) };
}

/** Text has no pages: without a limit it is the whole list. */
const sizeOf = (query: ProxyQuery, page: PageRequest) =>
  query.format === 'txt' && !query.page_size && !query.limit
    ? { pageSize: proxiesMax, offset: 0 }
    : page;

export async function listProxies(
  proxies: Proxies,
  actor: Actor,
  name: string,
  query: ProxyQuery,
  page: PageRequest,
): Promise<{ results: ProxyWire[]; count: number; pool: PoolWire }> {
  const { kernel, vault, uses } = proxies;
  const db = kernel.database.write;
  const now = kernel.clock.now();
  const resource = await ownResource(proxies, actor, name);
  const size = sizeOf(query, page);
  const order = await orderOf(proxies, resource, query, actor, size);
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
    pool: await readPool(proxies, resource),
  };
}

export async function readPool(proxies: Proxies, resource: ResourceRow): Promise<PoolWire> {
  const { database, clock } = proxies.kernel;
  const counts = (await countProxies(database.write, [resource.id], clock.now())).get(resource.id)!;
  const end = await exhaustedAt(proxies, resource.id, counts);
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
  actor: Actor,
  resourceId: string,
  proxyId: string,
): Promise<ProxyWire> {
  const row = await findCandidate(kernel.database.write, resourceId, proxyId, kernel.clock.now());
  if (!row) throw fail(commonErrors.notFound);
  return showProxy(row, { vault, isOpen: seesCredentials(actor) });
}
