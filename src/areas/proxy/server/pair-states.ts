// How a proxy fares for one resource: pure, in milliseconds since 1970. The table is in README.md.
import type { FailureReason, PairStatus } from '../proxy-words.ts';

export type Pair = {
  failures: number;
  /** 0 for none. */
  cooldownUntil: number;
  blockedUntil: number;
  /** Blocks in a row, which the next one's length depends on. */
  blockCount: number;
  blockReason: FailureReason | null;
};

export const newPair: Readonly<Pair> = {
  failures: 0,
  cooldownUntil: 0,
  blockedUntil: 0,
  blockCount: 0,
  blockReason: null,
};

export type PairEvent =
  | { kind: 'succeeded' }
  | { kind: 'failed'; reason: FailureReason }
  | { kind: 'blocked'; reason: FailureReason; durationMs?: number }
  | { kind: 'released' };

export type PairRules = { failuresMax: number; blockMs: number };

const cooldownMs = 30_000;
const cooldownMsMax = 600_000;
/** A repeated block doubles up to a day; a resource may ask for more from the start. */
const doubledMsMax = 86_400_000;
/** So long without a block, and the next one is a first one again. */
const forgottenAfterMs = 86_400_000;

export function statusOf(
  pair: Pick<Pair, 'cooldownUntil' | 'blockedUntil'>,
  isDead: boolean,
  now: number,
): PairStatus {
  if (isDead) return 'dead';
  if (pair.blockedUntil > now) return 'blocked';
  return pair.cooldownUntil > now ? 'cooldown' : 'available';
}

export function applyEvent(pair: Pair, event: PairEvent, rules: PairRules, now: number): Pair {
  if (event.kind === 'released') return { ...newPair };
  if (event.kind === 'blocked') return block(pair, event, rules, now);
  // What was under way when the block came changes nothing about it.
  if (pair.blockedUntil > now) return pair;
  if (event.kind === 'succeeded') return { ...pair, failures: 0, cooldownUntil: 0 };
  const failures = pair.failures + 1;
  if (failures >= rules.failuresMax)
    return block({ ...pair, failures: 0, cooldownUntil: 0 }, event, rules, now);
  const restMs = Math.min(cooldownMs * 2 ** (failures - 1), cooldownMsMax);
  return { ...pair, failures, cooldownUntil: now + restMs };
}

/** A block of a blocked pair can only make it longer, so telling twice is safe. */
function block(
  pair: Pair,
  { reason, durationMs }: { reason: FailureReason; durationMs?: number },
  { blockMs }: PairRules,
  now: number,
): Pair {
  const isBlocked = pair.blockedUntil > now;
  const isForgotten = pair.blockedUntil + forgottenAfterMs < now;
  const before = isForgotten ? 0 : pair.blockCount;
  const blockCount = isBlocked ? pair.blockCount : before + 1;
  const doubledMs = Math.min(blockMs * 2 ** (blockCount - 1), Math.max(blockMs, doubledMsMax));
  const blockedUntil = Math.max(pair.blockedUntil, now + (durationMs ?? doubledMs));
  return { failures: 0, cooldownUntil: 0, blockedUntil, blockCount, blockReason: reason };
}

export type Health = { isDead: boolean; failedInRow: number };

/** So many failed checks in a row, and a proxy is dead for every resource until one passes. */
export const failedChecksMax = 3;

export function applyCheck({ isDead, failedInRow }: Health, hasPassed: boolean): Health {
  if (hasPassed) return { isDead: false, failedInRow: 0 };
  const failed = failedInRow + 1;
  return { isDead: isDead || failed >= failedChecksMax, failedInRow: failed };
}
