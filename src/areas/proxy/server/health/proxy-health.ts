// Health of a proxy for one resource: pure functions, times in epoch milliseconds. README.md has
// the table of states.
import { dayMs } from '#lib/durations.ts';
import type { FailureReason, ProxyStatus } from '../../wire/proxies.constants.ts';

export type ProxyHealth = {
  failures: number;
  /** 0 for none. */
  cooldownUntil: number;
  blockedUntil: number;
  /** Consecutive blocks, which determine the duration of the next one. */
  blockCount: number;
  blockReason: FailureReason | null;
};

export const initialHealth: Readonly<ProxyHealth> = {
  failures: 0,
  cooldownUntil: 0,
  blockedUntil: 0,
  blockCount: 0,
  blockReason: null,
};

export type HealthEvent =
  | { kind: 'succeeded' }
  | { kind: 'failed'; reason: FailureReason }
  | { kind: 'blocked'; reason: FailureReason; durationMs?: number }
  | { kind: 'released' };

export type BlockRules = { failuresMax: number; blockMs: number };

const cooldownMs = 30_000;
const cooldownMsMax = 600_000;
/** Repeated blocks double up to this; a resource may set a longer first block. */
const doubledBlockMsMax = dayMs;
/** After this time without a block, the next one counts as the first. */
const blockCountResetMs = dayMs;

export function decideStatus(
  health: Pick<ProxyHealth, 'cooldownUntil' | 'blockedUntil'>,
  isDead: boolean,
  now: number,
): ProxyStatus {
  if (isDead) return 'dead';
  if (health.blockedUntil > now) return 'blocked';
  return health.cooldownUntil > now ? 'cooldown' : 'available';
}

export function applyEvent(
  health: ProxyHealth,
  event: HealthEvent,
  rules: BlockRules,
  now: number,
): ProxyHealth {
  if (event.kind === 'released') return { ...initialHealth };
  if (event.kind === 'blocked') return block(health, event, rules, now);
  // Requests that were in progress when the block started do not change it.
  if (health.blockedUntil > now) return health;
  if (event.kind === 'succeeded') return { ...health, failures: 0, cooldownUntil: 0 };
  const failures = health.failures + 1;
  if (failures >= rules.failuresMax)
    return block({ ...health, failures: 0, cooldownUntil: 0 }, event, rules, now);
  const restMs = Math.min(cooldownMs * 2 ** (failures - 1), cooldownMsMax);
  return { ...health, failures, cooldownUntil: now + restMs };
}

/** Blocking again can only extend a block, so it is idempotent. */
function block(
  health: ProxyHealth,
  { reason, durationMs }: { reason: FailureReason; durationMs?: number },
  { blockMs }: BlockRules,
  now: number,
): ProxyHealth {
  const isBlocked = health.blockedUntil > now;
  const isFirst = health.blockedUntil + blockCountResetMs < now;
  const before = isFirst ? 0 : health.blockCount;
  const blockCount = isBlocked ? health.blockCount : before + 1;
  const doubledMs = Math.min(blockMs * 2 ** (blockCount - 1), Math.max(blockMs, doubledBlockMsMax));
  const blockedUntil = Math.max(health.blockedUntil, now + (durationMs ?? doubledMs));
  return { failures: 0, cooldownUntil: 0, blockedUntil, blockCount, blockReason: reason };
}

export type CheckHistory = { isDead: boolean; consecutiveFailures: number };

/** Consecutive failed checks after which a proxy is dead for every resource, until one passes. */
export const failedChecksMax = 3;

export function applyCheck(
  { isDead, consecutiveFailures }: CheckHistory,
  hasPassed: boolean,
): CheckHistory {
  if (hasPassed) return { isDead: false, consecutiveFailures: 0 };
  const failed = consecutiveFailures + 1;
  return { isDead: isDead || failed >= failedChecksMax, consecutiveFailures: failed };
}
