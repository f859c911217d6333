// In which order the API hands proxies out, as the strategy of the resource has it.
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Actor } from '#kernel/ports.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isOverview, type listProxies as listing } from '../contract.ts';
import type { Board } from './boards.ts';
import type { CandidateOrder } from './candidate-store.ts';
import { fits } from './pick.ts';
import type { Proxies } from './proxies.ts';
import type { ResourceRow } from './resource-store.ts';
import { findSeat } from './use-seat.ts';

export type ProxyQuery = z.output<(typeof listing)['query']>;
export type Size = Pick<PageRequest, 'pageSize' | 'offset'>;

const fields = ['latency_ms', 'success_rate', 'last_used_at'] as const;
/** How many proxies a resource handed out by turns; another process has turns of its own. */
const turns = new Map<string, number>();
const turnsKeptMax = 10_000;
const turnMax = 1_000_000_000;
/** The order of the last first page by use, which further pages go on with. */
const leastUsed = new LRUCache<string, readonly string[]>({ max: 500 });
/** A longer list goes on by age. */
const leastUsedMax = 1000;

export async function leaseOrder(
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
  const isOfSession = query.session !== undefined || strategy === 'sticky';
  if (!isOfSession && strategy === 'random') return { by: 'random' };
  if (!isOfSession && strategy === 'round_robin')
    return { by: 'turn', turn: takeTurn(resource.id, page) };
  const board = await proxies.boards.findById(resource.id);
  if (!board) return { by: 'id' };
  if (!isOfSession) {
    const now = proxies.kernel.clock.now().getTime();
    return { by: 'ids', ids: takeLeastUsed(board, query, now, page) };
  }
  // The first is the one that the gateway would take for this session.
  const asked = { session: query.session, country: query.country, keyId: actor.keyId };
  const firstId = findSeat(proxies, board, asked)?.id ?? null;
  return { by: 'session', seed: query.session ?? '', firstId };
}

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

/** Taken and counted before the list is read, as turns are. */
function takeLeastUsed(
  { resource, seats, byId }: Board,
  { country, protocol, search = '' }: ProxyQuery,
  now: number,
  { offset, pageSize }: Size,
): readonly string[] {
  const end = Math.min(offset + pageSize, leastUsedMax);
  const rank = () =>
    seats
      .filter(
        (seat) =>
          fits(seat, { now, country }) &&
          (!protocol || seat.protocol === protocol) &&
          `${seat.host}:${seat.port}`.includes(search.trim().toLowerCase()),
      )
      .toSorted((a, b) => a.uses - b.uses)
      .slice(0, leastUsedMax)
      .map(({ id }) => id);
  const ids = (offset > 0 && leastUsed.get(resource.id)) || rank();
  if (offset === 0) leastUsed.set(resource.id, ids);
  for (const id of ids.slice(offset, end)) {
    const seat = byId.get(id);
    if (seat) seat.uses++;
  }
  return ids.slice(0, end);
}
