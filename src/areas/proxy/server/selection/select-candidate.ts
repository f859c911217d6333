// Selects the proxy of a request in one pass over the candidates' columns, without allocations per
// candidate.
import type { Strategy } from '../../wire/resources.constants.ts';
import { decideStatus } from '../health/proxy-health.ts';
import { type CandidateList, type CandidateState, hashText } from './candidate-state.ts';

export type SelectionCriteria = {
  strategy: Strategy;
  now: number;
  ttlMs: number;
  /** Selects by hash, whatever the strategy; sticky-sessions.ts remembers the result. */
  session?: string | undefined;
  country?: string | undefined;
  /** In the form of `toCityKey`. */
  city?: string | undefined;
  /** Not to be selected again. */
  triedIds?: ReadonlySet<string> | undefined;
};

export type RoundRobinCursor = { next: number };

/** Signed, because V8 allocates numbers above 31 bits on the heap. */
function mix(a: number, b: number): number {
  const hash = Math.imul(a ^ b, 0x9e3779b1);
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
}

/** Changes once per `ttlMs`, at a different moment for each session. */
function sessionSeed(session: string, now: number, ttlMs: number): number {
  const seed = hashText(session);
  return mix(seed, Math.floor((now + (Math.abs(seed) % ttlMs)) / ttlMs) | 0);
}

export const isEligible = (
  { id, country, city, health, isDead }: CandidateState,
  criteria: Pick<SelectionCriteria, 'now' | 'country' | 'city' | 'triedIds'>,
): boolean =>
  decideStatus(health, isDead, criteria.now) === 'available' &&
  (criteria.country === undefined || country === criteria.country) &&
  (criteria.city === undefined || city === criteria.city) &&
  !criteria.triedIds?.has(id);

/**
 * Null when none is available. The columns are read first; a candidate may have changed since.
 * `random` returns 0 to below 1, as `Math.random`.
 */
export function selectCandidate<C extends CandidateState>(
  list: CandidateList<C>,
  criteria: SelectionCriteria,
  cursor: RoundRobinCursor,
  random: () => number = Math.random,
): C | null {
  const { session, strategy, now, ttlMs } = criteria;
  if (session !== undefined) return selectByHash(list, criteria, sessionSeed(session, now, ttlMs));
  if (strategy === 'least_used') return selectLeastUsed(list, criteria);
  const { candidates, columns } = list;
  const { length } = candidates;
  // Random draws first: a linear search after a run of blocked ones would favour the next one.
  const draws = strategy === 'random' ? randomDrawsMax : 0;
  for (let step = 0; step < draws + length; step++) {
    const at = step < draws ? Math.floor(random() * length) : cursor.next++ % length;
    if (columns.availableFrom[at]! > now) continue;
    const candidate = candidates[at]!;
    if (isEligible(candidate, criteria)) return candidate;
  }
  return null;
}

const randomDrawsMax = 16;

/** Rendezvous hashing. */
function selectByHash<C extends CandidateState>(
  { candidates, columns }: CandidateList<C>,
  criteria: SelectionCriteria,
  session: number,
): C | null {
  const { seeds, availableFrom } = columns;
  const { now } = criteria;
  let found: C | null = null;
  let highest = -0x80000000;
  for (let at = 0; at < seeds.length; at++) {
    const points = mix(session, seeds[at]!);
    if (points < highest || availableFrom[at]! > now) continue;
    const candidate = candidates[at]!;
    if (!isEligible(candidate, criteria)) continue;
    found = candidate;
    highest = points;
  }
  return found;
}

function selectLeastUsed<C extends CandidateState>(
  { candidates, columns }: CandidateList<C>,
  criteria: SelectionCriteria,
): C | null {
  const { useCounts, availableFrom } = columns;
  const { now } = criteria;
  let found: C | null = null;
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < useCounts.length; at++) {
    if (useCounts[at]! >= lowest || availableFrom[at]! > now) continue;
    const candidate = candidates[at]!;
    if (!isEligible(candidate, criteria)) continue;
    found = candidate;
    lowest = useCounts[at]!;
  }
  return found;
}
