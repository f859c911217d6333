// Time limits that fit the machine: a test must not fail because a computer is slow or busy.
import { createHash } from 'node:crypto';
import os from 'node:os';
import { performance } from 'node:perf_hooks';

/** What the work below takes on the machine for which the limits are written. */
const usualMs = 50;
const usualCores = 2;

function measureMs(): number {
  const block = Buffer.alloc(1_048_576);
  const started = performance.now();
  const hash = createHash('sha256');
  for (let at = 0; at < 64; at++) hash.update(block);
  hash.digest();
  return performance.now() - started;
}

function slownessOfThisMachine(): number {
  const cores = os.availableParallelism();
  const speed = Math.max(1, measureMs() / usualMs);
  const load = Math.max(1, (os.loadavg()[0] ?? 0) / cores);
  return Math.min(10, Math.max(1, usualCores / cores) * speed * load);
}

// Measured once for a run: workers inherit it.
process.env.TEST_SLOWNESS ??= slownessOfThisMachine().toFixed(2);

/** A limit in milliseconds for a machine of two usual cores, made longer for this one. */
export const scaledMs = (ms: number): number => Math.ceil(ms * Number(process.env.TEST_SLOWNESS));
