// Health checks: each proxy requests an address that returns the exit address.
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from '#kernel/database/database.ts';
import { hourMs, minuteMs } from '#lib/durations.ts';
import type { FailureReason } from '../../wire/proxies.constants.ts';
import { failureReasonOf } from '../forwarding/proxy-error.ts';
import { claimChecks, updateProxy } from '../pool/proxy-store.ts';
import type { Proxies } from '../proxies.ts';
import type { ProxyRow } from '../selection/candidate-store.ts';
import { applyCheck, type CheckHistory } from './proxy-health.ts';

export const checkQueue = 'proxy.check';

const batchMax = 200;
const concurrencyMax = 20;
const startSpreadMs = 20;
/** A batch of timeouts takes 100 s, so a run ends well before its job expires. */
const busyMs = 5 * minuteMs;
const runMsMax = 150_000;
const aliveEveryMs = 5 * minuteMs;
/** Short, so that a lasting failure is found within minutes. */
const failingEveryMs = 30_000;
const deadEveryMsMax = hourMs;
const jitterShare = 0.2;
export const checkTimeoutMsMax = 10_000;
const readBytes = 200;

export type ProbeResult = {
  isWorking: boolean;
  latencyMs: number | null;
  exitAddress: string | null;
  error: FailureReason | null;
};

type ProbeOptions = { url?: string | null | undefined; timeoutMs?: number | null | undefined };

/** Sends a request through the proxy. Only addresses of customers are guarded: ours is trusted. */
export async function probe(
  proxies: Proxies,
  row: ProxyRow,
  { url, timeoutMs }: ProbeOptions,
): Promise<ProbeResult> {
  const { vault, guard, trustedGuard, checkUrl } = proxies;
  try {
    const { id, protocol, host, port, credentials } = row;
    const response = await proxies.sendRequest({
      proxy: { protocol, host, port, login: vault.open(id, credentials) },
      url: new URL(url ?? checkUrl),
      timeoutMs: timeoutMs ?? checkTimeoutMsMax,
      bodyBytesMax: readBytes,
      guard,
      targetGuard: url ? guard : trustedGuard,
    });
    const isWorking = response.status < 500 && response.status !== 407;
    const exitAddress = url ? null : readExitAddress(response.body);
    const error = isWorking ? null : 'bad_response';
    return { isWorking, latencyMs: response.elapsedMs, exitAddress, error };
  } catch (error) {
    return { isWorking: false, latencyMs: null, exitAddress: null, error: failureReasonOf(error) };
  }
}

function readExitAddress(body: Buffer): string | null {
  const [, address = ''] = /"address":"([0-9a-fA-F.:]+)"/.exec(body.toString('latin1')) ?? [];
  return isIP(address) > 0 ? address : null;
}

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
  const health = applyCheck(before, result.isWorking);
  const restMs = nextCheckDelay(health);
  const jitter = 1 + (Math.random() * 2 - 1) * jitterShare;
  await updateProxy(tx, row.id, {
    is_dead: health.isDead,
    consecutive_failed_checks: health.consecutiveFailures,
    checks_total: row.checks_total + 1n,
    checks_passed: row.checks_passed + (result.isWorking ? 1n : 0n),
    last_checked_at: now,
    next_check_at: new Date(now.getTime() + restMs * jitter),
    last_error: result.error,
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

/** Several at a time, with staggered starts. Returns how many were due. */
async function checkBatch(proxies: Proxies): Promise<number> {
  const { work, clock } = proxies.kernel;
  const now = clock.now();
  const busyUntil = new Date(now.getTime() + busyMs);
  const due = await work.write((tx) => claimChecks(tx, now, busyUntil, batchMax));
  const next = due.values();
  const check = async (at: number) => {
    await sleep(at * startSpreadMs);
    for (const { check_url, timeout_ms, ...row } of next) {
      // A resource may shorten the timeout, but not lengthen it: other checks are waiting.
      const timeoutMs = Math.min(timeout_ms ?? checkTimeoutMsMax, checkTimeoutMsMax);
      const result = await probe(proxies, row, { url: check_url, timeoutMs });
      await work.write((tx) => saveCheck(proxies, tx, row, result));
    }
  };
  const checkers = Math.min(concurrencyMax, due.length);
  await Promise.all(Array.from({ length: checkers }, (_, at) => check(at)));
  return due.length;
}
