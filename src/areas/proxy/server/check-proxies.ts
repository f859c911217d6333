// Is a proxy alive? It is asked for an address that answers with the exit's own.

import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { CheckResultWire, PoolProxyWire } from '../contract.ts';
import { type FailureReason, failureWords } from '../proxy-words.ts';
import { findCandidate, type ProxyRow } from './candidate-store.ts';
import { showOne } from './list-proxies.ts';
import { findInPool } from './manage-pool.ts';
import { ownResource } from './manage-resources.ts';
import { applyCheck, type Health } from './pair-states.ts';
import type { Proxies } from './proxies.ts';
import { reasonOf } from './proxy-failure.ts';
import { claimChecks, updateProxy } from './proxy-store.ts';
import { showPoolProxy } from './proxy-wire.ts';
import { sendThrough } from './send-through.ts';

export const checkQueue = 'proxy.check';

const batchMax = 200;
const concurrencyMax = 20;
const startSpreadMs = 20;
/** A batch of nothing but time-outs takes 100 s; a run ends well before its job expires. */
const busyMs = 300_000;
const runMsMax = 150_000;
const aliveEveryMs = 300_000;
/** Whether a failure lasts is known within minutes. */
const failingEveryMs = 30_000;
const deadEveryMsMax = 3_600_000;
const jitterShare = 0.2;
const timeoutMsMax = 10_000;
const readBytes = 200;

export type Checked = {
  isWorking: boolean;
  latencyMs: number | null;
  exitAddress: string | null;
  error: FailureReason | null;
};

type CheckOptions = { url?: string | null | undefined; timeoutMs?: number | null | undefined };

/** Asks through the proxy. A customer's own address is guarded, ours was chosen by the operator. */
export async function probe(
  proxies: Proxies,
  row: ProxyRow,
  { url, timeoutMs }: CheckOptions,
): Promise<Checked> {
  const { vault, guard, trustedGuard, checkUrl } = proxies;
  try {
    const { id, protocol, host, port, credentials } = row;
    const reply = await sendThrough({
      exit: { protocol, host, port, login: vault.open(id, credentials) },
      url: new URL(url ?? checkUrl),
      timeoutMs: timeoutMs ?? timeoutMsMax,
      bodyBytesMax: readBytes,
      guard,
      targetGuard: url ? guard : trustedGuard,
    });
    const isWorking = reply.status < 500 && reply.status !== 407;
    const exitAddress = url ? null : readAddress(reply.body);
    const error = isWorking ? null : 'bad_response';
    return { isWorking, latencyMs: reply.elapsedMs, exitAddress, error };
  } catch (error) {
    return { isWorking: false, latencyMs: null, exitAddress: null, error: reasonOf(error) };
  }
}

function readAddress(body: Buffer): string | null {
  const [, address = ''] = /"address":"([0-9a-fA-F.:]+)"/.exec(body.toString('latin1')) ?? [];
  return isIP(address) > 0 ? address : null;
}

function restAfter({ isDead, failedInRow }: Health): number {
  if (isDead) return Math.min(aliveEveryMs * 2 ** Math.min(failedInRow, 10), deadEveryMsMax);
  return failedInRow > 0 ? failingEveryMs : aliveEveryMs;
}

/** Stores what a check found, and when the next one is due: never for all at the same moment. */
async function store(
  { kernel, boards }: Proxies,
  tx: Tx,
  row: ProxyRow,
  found: Checked,
): Promise<void> {
  const now = kernel.clock.now();
  const before = { isDead: row.is_dead, failedInRow: row.checks_failed_in_row };
  const health = applyCheck(before, found.isWorking);
  const restMs = restAfter(health);
  const jitter = 1 + (Math.random() * 2 - 1) * jitterShare;
  await updateProxy(tx, row.id, {
    is_dead: health.isDead,
    checks_failed_in_row: health.failedInRow,
    checks_total: row.checks_total + 1n,
    checks_passed: row.checks_passed + (found.isWorking ? 1n : 0n),
    last_checked_at: now,
    next_check_at: new Date(now.getTime() + restMs * jitter),
    last_error: found.error,
    ...(found.latencyMs !== null && { latency_ms: found.latencyMs }),
    ...(found.exitAddress !== null && { exit_address: found.exitAddress }),
  });
  if (health.isDead !== row.is_dead) await boards.publish(tx, { resourceId: row.resource_id });
}

/** Everything that is due, batch by batch while there is time. */
export async function checkDue(proxies: Proxies): Promise<void> {
  const startedMs = performance.now();
  let taken = batchMax;
  while (taken === batchMax && performance.now() - startedMs < runMsMax)
    taken = await checkBatch(proxies);
}

/** A few at a time, started one after another. Returns how many were due. */
async function checkBatch(proxies: Proxies): Promise<number> {
  const { work, clock } = proxies.kernel;
  const now = clock.now();
  const busyUntil = new Date(now.getTime() + busyMs);
  const due = await work.write((tx) => claimChecks(tx, now, busyUntil, batchMax));
  const next = due.values();
  const check = async (at: number) => {
    await sleep(at * startSpreadMs);
    for (const { check_url, timeout_ms, ...row } of next) {
      // Others wait for their checks, so the resource's own time may be less, and never more.
      const timeoutMs = Math.min(timeout_ms ?? timeoutMsMax, timeoutMsMax);
      const found = await probe(proxies, row, { url: check_url, timeoutMs });
      await work.write((tx) => store(proxies, tx, row, found));
    }
  };
  const checkers = Math.min(concurrencyMax, due.length);
  await Promise.all(Array.from({ length: checkers }, (_, at) => check(at)));
  return due.length;
}

/**
 * Tells how a proxy fares for a resource. Of a proxy of the pool nothing is stored: whether it
 * lives is the same for all, and must not depend on the time-out of one customer.
 */
export async function testOwn(
  proxies: Proxies,
  actor: Actor,
  name: string,
  id: string,
): Promise<CheckResultWire> {
  const { work, clock } = proxies.kernel;
  const { resource, row } = await work.read(async (db) => {
    const resource = await ownResource(db, actor, name);
    const row = await findCandidate(db, resource.id, id, clock.now());
    if (!row) throw apiError(commonErrors.notFound);
    return { resource, row };
  });
  const url = row.resource_id ? resource.health_check_url : null;
  const timeoutMs = Math.min(resource.timeout_ms, timeoutMsMax);
  const found = await probe(proxies, row, { url, timeoutMs });
  const proxy = await work.write(async (tx) => {
    if (row.resource_id) await store(proxies, tx, row, found);
    return showOne(proxies, tx, actor, resource.id, id);
  });
  return {
    is_working: found.isWorking,
    latency_ms: found.latencyMs,
    exit_address: found.exitAddress,
    error: found.error,
    how_to_fix: found.error && failureWords[found.error],
    proxy,
  };
}

export async function checkPool(
  proxies: Proxies,
  id: string,
  audit: Audit,
): Promise<PoolProxyWire> {
  const { work } = proxies.kernel;
  const row = await work.read((db) => findInPool(proxies, db, id));
  const found = await probe(proxies, row, {});
  return work.write(async (tx) => {
    await store(proxies, tx, row, found);
    const checked = showPoolProxy(await findInPool(proxies, tx, id));
    const after = { state: checked.state, last_error: checked.last_error };
    await audit.note(tx, { type: 'proxy', id, after });
    return checked;
  });
}
