// Selects the proxy of a request in one pass over the candidates, without allocations per
// candidate.
import type { Protocol } from '../../wire/proxies.constants.ts';
import type { Strategy } from '../../wire/resources.constants.ts';
import { type ProxyHealth, statusOf } from '../health/proxy-health.ts';

export type CandidateState = {
  id: string;
  /** A 32-bit hash of the id, for session selection. */
  seed: number;
  protocol: Protocol;
  host: string;
  port: number;
  country: string | null;
  /** In the form of `cityKeyOf`; empty when it is not known. */
  city: string;
  isDead: boolean;
  /** Requests in progress or done, and leases; for `least_used`. */
  useCount: number;
  health: ProxyHealth;
};

export type SelectionCriteria = {
  strategy: Strategy;
  now: number;
  ttlMs: number;
  /** Selects by hash, whatever the strategy; sticky-sessions.ts remembers the result. */
  session?: string | undefined;
  country?: string | undefined;
  /** In the form of `cityKeyOf`. */
  city?: string | undefined;
  /** Not to be selected again. */
  triedIds?: ReadonlySet<string> | undefined;
};

export type RoundRobinCursor = { next: number };

/** FNV-1a, 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}

/** Signed, because V8 allocates numbers above 31 bits on the heap. */
function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ b, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) | 0;
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
  statusOf(health, isDead, criteria.now) === 'available' &&
  (criteria.country === undefined || country === criteria.country) &&
  (criteria.city === undefined || city === criteria.city) &&
  !criteria.triedIds?.has(id);

/** Null when none is available. `random` returns 0 to below 1, as `Math.random`. */
export function selectCandidate<C extends CandidateState>(
  candidates: readonly C[],
  criteria: SelectionCriteria,
  cursor: RoundRobinCursor,
  random: () => number = Math.random,
): C | null {
  const isMatch = (one: C) => isEligible(one, criteria);
  if (criteria.session !== undefined) {
    const session = sessionSeed(criteria.session, criteria.now, criteria.ttlMs);
    return selectByHash(candidates, isMatch, session);
  }
  if (criteria.strategy === 'least_used')
    return selectHighest(candidates, isMatch, ({ useCount }) => -useCount);
  const { length } = candidates;
  const isRandom = criteria.strategy === 'random';
  for (let step = 0; step < length; step++) {
    // Random draws first: a linear search after a run of blocked ones would favour the next one.
    const isDrawn = isRandom && step < randomDrawsMax;
    const at = isDrawn ? Math.floor(random() * length) : cursor.next++ % length;
    const candidate = candidates[at]!;
    if (isMatch(candidate)) return candidate;
  }
  return isRandom ? selectHighest(candidates, isMatch, () => 0) : null;
}

const randomDrawsMax = 16;

/** Rendezvous hashing. Not done by selectHighest: a callback for each of thousands costs more. */
function selectByHash<C extends CandidateState>(
  candidates: readonly C[],
  isFit: (one: C) => boolean,
  session: number,
): C | null {
  let found: C | null = null;
  let highest = -0x80000000;
  for (const one of candidates) {
    const points = mix(session, one.seed);
    // Few candidates beat all before them, so availability is rarely checked.
    if (points < highest || !isFit(one)) continue;
    found = one;
    highest = points;
  }
  return found;
}

function selectHighest<C>(
  all: readonly C[],
  isFit: (one: C) => boolean,
  score: (one: C) => number,
) {
  let found: C | null = null;
  let highest = 0;
  for (const one of all) {
    const points = score(one);
    if ((found !== null && points <= highest) || !isFit(one)) continue;
    found = one;
    highest = points;
  }
  return found;
}
