// Health checks: which proxies are due, and what a result means for the proxy.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from '#kernel/database/database.ts';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { claimChecks, updateProxy } from '../pool/proxy-store.ts';
import type { Proxies } from '../proxies.ts';
import type { ProxyRow } from '../selection/candidate-store.ts';
import { type Check, judgeRound } from './judge-round.ts';
import { checkTimeoutMsMax, type ProbeResult, probe } from './probe.ts';
import { applyCheck, type CheckHistory } from './proxy-health.ts';

export const checkQueue = 'proxy.check';

const batchMax = 200;
const concurrencyMax = 20;
const startSpreadMs = 20;
/** A batch of timeouts and judging it take 170 s, so a run ends before its job expires. */
const busyMs = 5 * minuteMs;
const runMsMax = 120_000;
const aliveEveryMs = 5 * minuteMs;
/** Short, so that a lasting failure is found within minutes. */
const failingEveryMs = 30_000;
const deadEveryMsMax = hourMs;
const jitterShare = 0.2;

function nextCheckDelay({ isDead, consecutiveFailures }: CheckHistory): number {
  if (isDead)
    return Math.min(aliveEveryMs * 2 ** Math.min(consecutiveFailures, 10), deadEveryMsMax);
  return consecutiveFailures > 0 ? failingEveryMs : aliveEveryMs;
}

/** Saves the result of a check and the time of the next one, with jitter to spread the checks. */
export async function saveCheck(
  { kernel, poolCache }: Proxies,
  tx: Tx,
  row: ProxyRow,
  result: ProbeResult,
): Promise<void> {
  const now = kernel.clock.now();
  const before = { isDead: row.is_dead, consecutiveFailures: row.consecutive_failed_checks };
  const health = result.isCounted ? applyCheck(before, result.isWorking) : before;
  const restMs = nextCheckDelay(health);
  const jitter = 1 + (Math.random() * 2 - 1) * jitterShare;
  await updateProxy(tx, row.id, {
    next_check_at: new Date(now.getTime() + restMs * jitter),
    last_error: result.error,
    ...(result.isCounted && {
      is_dead: health.isDead,
      consecutive_failed_checks: health.consecutiveFailures,
      checks_total: row.checks_total + 1n,
      checks_passed: row.checks_passed + (result.isWorking ? 1n : 0n),
      last_checked_at: now,
    }),
    ...(result.latencyMs !== null && { latency_ms: result.latencyMs }),
    ...(result.exitAddress !== null && { exit_address: result.exitAddress }),
  });
  if (health.isDead !== row.is_dead) await poolCache.publish(tx, { resourceId: row.resource_id });
}

/** Runs due checks, batch by batch, until none is left or the time is up. */
export async function checkDue(proxies: Proxies): Promise<void> {
  const startedMs = performance.now();
  let checked = batchMax;
  while (checked === batchMax && performance.now() - startedMs < runMsMax)
    checked = await checkBatch(proxies);
}

/**
 * Several at a time, with staggered starts. What passed is saved at once; what failed after the
 * whole round is judged. Returns how many were due.
 */
async function checkBatch(proxies: Proxies): Promise<number> {
  const { work, clock } = proxies.kernel;
  const now = clock.now();
  const busyUntil = new Date(now.getTime() + busyMs);
  const due = await work.write((tx) => claimChecks(tx, now, busyUntil, batchMax));
  const next = due.values();
  const checks: Check[] = [];
  const check = async (at: number) => {
    await sleep(at * startSpreadMs);
    for (const { check_url: url, timeout_ms, ...row } of next) {
      // A resource may shorten the timeout, but not lengthen it: other checks are waiting.
      const timeoutMs = Math.min(timeout_ms ?? checkTimeoutMsMax, checkTimeoutMsMax);
      const result = await probe(proxies, row, { url, timeoutMs });
      checks.push({ row, url, result });
      if (result.isWorking) await work.write((tx) => saveCheck(proxies, tx, row, result));
    }
  };
  const checkers = Math.min(concurrencyMax, due.length);
  await Promise.all(Array.from({ length: checkers }, (_, at) => check(at)));
  for (const { row, result } of await judgeRound(proxies, checks))
    await work.write((tx) => saveCheck(proxies, tx, row, result));
  return due.length;
}
