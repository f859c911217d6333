// Which proxy a request leaves through: one pass over the candidates, without an allocation each.
import type { Protocol, Strategy } from '../proxy-words.ts';
import { type Pair, statusOf } from './pair-states.ts';

export type Candidate = {
  id: string;
  /** 32 bits of the id, which sticky sessions are dealt by. */
  seed: number;
  protocol: Protocol;
  host: string;
  port: number;
  country: string | null;
  isDead: boolean;
  /** Requests that are under way or done, and leases, for the least used. */
  uses: number;
  pair: Pair;
};

export type Wish = {
  strategy: Strategy;
  now: number;
  ttlMs: number;
  /** What a session is dealt first, whatever the strategy; see sessions.ts for what it keeps. */
  session?: string | undefined;
  country?: string | undefined;
  /** Ids that were tried already. */
  tried?: ReadonlySet<string> | undefined;
};

export type Cursor = { next: number };

/** FNV-1a; spreads texts over 32 bits. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}

/** Signed, because numbers above 31 bits cost an allocation each. */
function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ b, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) | 0;
}

/** Turns once in the session's time, at another moment for each session. */
function sessionSeed(session: string, now: number, ttlMs: number): number {
  const seed = seedOf(session);
  return mix(seed, Math.floor((now + (Math.abs(seed) % ttlMs)) / ttlMs) | 0);
}

export const fits = (
  { id, country, pair, isDead }: Candidate,
  wish: Pick<Wish, 'now' | 'country' | 'tried'>,
): boolean =>
  statusOf(pair, isDead, wish.now) === 'available' &&
  (wish.country === undefined || country === wish.country) &&
  !wish.tried?.has(id);

/** Null when none is available. `random` answers from 0 up to 1. */
export function pick<C extends Candidate>(
  candidates: readonly C[],
  wish: Wish,
  cursor: Cursor,
  random: () => number = Math.random,
): C | null {
  const isFit = (one: C) => fits(one, wish);
  if (wish.session !== undefined) {
    const session = sessionSeed(wish.session, wish.now, wish.ttlMs);
    return dealt(candidates, isFit, session);
  }
  if (wish.strategy === 'least_used') return best(candidates, isFit, ({ uses }) => -uses);
  const { length } = candidates;
  const isRandom = wish.strategy === 'random';
  for (let step = 0; step < length; step++) {
    // Random steps first: from the start of a run of blocked ones the next would come too often.
    const isDrawn = isRandom && step < drawsMax;
    const at = isDrawn ? Math.floor(random() * length) : cursor.next++ % length;
    const candidate = candidates[at]!;
    if (isFit(candidate)) return candidate;
  }
  return isRandom ? best(candidates, isFit, () => 0) : null;
}

const drawsMax = 16;

/** The highest of the session's hashes: written out, as a call for each of thousands costs more. */
function dealt<C extends Candidate>(
  candidates: readonly C[],
  isFit: (one: C) => boolean,
  session: number,
): C | null {
  let found: C | null = null;
  let highest = -0x80000000;
  for (const one of candidates) {
    const points = mix(session, one.seed);
    // Few are ahead of all before them, so it is seldom asked whether one is available.
    if (points < highest || !isFit(one)) continue;
    found = one;
    highest = points;
  }
  return found;
}

function best<C>(all: readonly C[], isFit: (one: C) => boolean, score: (one: C) => number) {
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
