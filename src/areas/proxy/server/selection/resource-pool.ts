// A resource with the proxies that can serve it, as this process knows them.
import { initialHealth, type ProxyHealth } from '../health/proxy-health.ts';
import { fromRow } from '../health/proxy-health-store.ts';
import type { ResourceRow } from '../resources/resource-store.ts';
import { type CandidateList, type CandidateState, createCandidateList } from './candidate-state.ts';
import type { CandidateRow } from './candidate-store.ts';
import { toCityKey } from './city-key.ts';
import type { RoundRobinCursor } from './select-candidate.ts';

/** A proxy with its health for this resource. Its credentials are decrypted when they are used. */
export type Candidate = CandidateState & { row: CandidateRow };

export type ResourcePool = CandidateList<Candidate> & {
  resource: ResourceRow;
  byId: ReadonlyMap<string, Candidate>;
  cursor: RoundRobinCursor;
};

/** `resourceId` is null for a proxy of the shared pool, which any resource may use. */
export type PoolChange = { resourceId: string | null; proxyId?: string; health?: ProxyHealth };

/**
 * Candidates that were known before stay the same objects, so that a request with the previous pool
 * sees new blocks too. Use counts and cooldowns are more recent in memory than in the table, and
 * `changed` is more recent than the rows.
 */
export function toPool(
  resource: ResourceRow,
  rows: readonly CandidateRow[],
  before: ResourcePool | null | undefined,
  changed: ReadonlyMap<string, ProxyHealth>,
): ResourcePool {
  const candidates = rows.map((row): Candidate => {
    const known = before?.byId.get(row.id);
    const stored = row.block_count === null ? { ...initialHealth } : fromRow(row);
    const candidate: Candidate = {
      id: row.id,
      protocol: row.protocol,
      host: row.host,
      port: row.port,
      country: row.country_code,
      city: toCityKey(row.city),
      isDead: row.is_dead,
      useCount: Math.max(known?.useCount ?? 0, Number(row.requests_total ?? 0)),
      health: changed.get(row.id) ?? (known ? mergeHealth(stored, known.health) : stored),
      row,
    };
    return known ? Object.assign(known, candidate) : candidate;
  });
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return {
    resource,
    ...createCandidateList(candidates),
    byId,
    cursor: before?.cursor ?? { next: 0 },
  };
}

/** Blocks are stored immediately, failures within a second: of a block the table is right. */
const mergeHealth = (stored: ProxyHealth, known: ProxyHealth): ProxyHealth =>
  stored.blockedUntil === known.blockedUntil
    ? { ...stored, failures: known.failures, cooldownUntil: known.cooldownUntil }
    : stored;
