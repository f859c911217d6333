import type { Kernel } from '#kernel/kernel.ts';
import { countsAgainstProxy, type FailureReason } from '../../wire/proxies.constants.ts';
import { applyEvent } from '../health/proxy-health.ts';
import { changeCandidate } from '../selection/candidate-state.ts';
import type { Candidate, ResourcePool } from '../selection/resource-pool.ts';
import { toBucket } from './latency-buckets.ts';
import { createUsageBuffer, type UsageBuffer } from './usage-buffer.ts';

/** Who sent a request: an API key or a sub-user of the resource. */
export type UsageClient = { kind: 'key' | 'user'; id: string };

/** Through the proxy: to the site, and from it. */
export type Traffic = { sent: number; received: number };

export type AttemptResult = {
  /** HTTP status of the response; absent without one, and for tunnels, which hide it. */
  status?: number | undefined;
  /** Absent for a success. */
  error?: FailureReason | undefined;
  /** Whether the failure counts against the proxy; as its reason says without it. */
  isCounted?: boolean | undefined;
  latencyMs: number;
  /** Absent for the test console in a session. */
  client?: UsageClient | undefined;
};

export type UsageRecorder = {
  recordAttempt(pool: ResourcePool, candidate: Candidate, attempt: AttemptResult): void;
  /** The client disconnected before there was a response: that says nothing about the proxy. */
  recordAbandoned(resourceId: string, client: UsageClient, latencyMs: number): void;
  recordTraffic(resourceId: string, client: UsageClient | undefined, traffic: Traffic): void;
  /** Listed by the API for use: the result of that use is unknown. */
  recordLease(resourceId: string, proxyIds: readonly string[]): void;
  recordBlock(resourceId: string, proxyId: string): void;
  flush(): Promise<void>;
};

const testConsole: UsageClient = { kind: 'key', id: '' };

export function createUsageRecorder(kernel: Kernel): UsageRecorder {
  const buffer = createUsageBuffer(kernel);
  return {
    recordAttempt: (pool, candidate, attempt) =>
      addAttempt(buffer, pool, candidate, attempt, kernel.clock.now().getTime()),
    recordAbandoned(resourceId, client, latencyMs) {
      const totals = buffer.findTotals(resourceId);
      totals.requests++;
      totals.successful++;
      totals.latencyMs += Math.round(latencyMs);
      buffer.addBreakdown(resourceId, client.kind, client.id, { count: 1 });
    },
    recordTraffic(resourceId, client = testConsole, { sent, received }) {
      const bytes = sent + received;
      buffer.findTotals(resourceId).bytes += bytes;
      buffer.addBreakdown(resourceId, client.kind, client.id, { bytes, sent });
    },
    recordLease(resourceId, proxyIds) {
      // Sets last_used_at of the resource, without counting a request.
      buffer.findTotals(resourceId);
      for (const id of proxyIds) buffer.findProxyUsage(resourceId, id);
    },
    recordBlock(resourceId, proxyId) {
      buffer.findTotals(resourceId);
      buffer.addBreakdown(resourceId, 'block', proxyId, { count: 1 });
      // The failures that led to the block no longer count.
      const proxyUsage = buffer.findProxyUsage(resourceId, proxyId);
      proxyUsage.failures = 0;
      proxyUsage.cooldownUntil = 0;
    },
    flush: buffer.flush,
  };
}

function addAttempt(
  buffer: UsageBuffer,
  pool: ResourcePool,
  candidate: Candidate,
  attempt: AttemptResult,
  now: number,
): void {
  const { status, error, latencyMs, client = testConsole } = attempt;
  const { id, max_failures, block_duration_seconds } = pool.resource;
  const rules = { failuresMax: max_failures, blockMs: block_duration_seconds * 1000 };
  const event = error
    ? ({ kind: 'failed', reason: error } as const)
    : ({ kind: 'succeeded' } as const);
  const isIgnored = error !== undefined && !(attempt.isCounted ?? countsAgainstProxy(error));
  // A failure that blocks is stored by settleAttempt, not here.
  const next = isIgnored ? candidate.health : applyEvent(candidate.health, event, rules, now);
  if (next.blockedUntil === candidate.health.blockedUntil)
    changeCandidate(candidate, { health: next });
  const totals = buffer.findTotals(id);
  totals.requests++;
  if (error) totals.failed++;
  else totals.successful++;
  if (error === 'banned') totals.blocked++;
  totals.latencyMs += Math.round(latencyMs);
  buffer.addBreakdown(id, 'latency', String(toBucket(latencyMs)), { count: 1 });
  if (status) buffer.addBreakdown(id, 'status', String(status), { count: 1 });
  if (error) buffer.addBreakdown(id, 'error', error, { count: 1 });
  if (candidate.country) buffer.addBreakdown(id, 'country', candidate.country, { count: 1 });
  buffer.addBreakdown(id, client.kind, client.id, { count: 1 });
  const proxyUsage = buffer.findProxyUsage(id, candidate.id);
  proxyUsage.requests++;
  if (!error) proxyUsage.successful++;
  proxyUsage.error = error ?? null;
  proxyUsage.failures = candidate.health.failures;
  proxyUsage.cooldownUntil = candidate.health.cooldownUntil;
}
