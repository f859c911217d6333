// `GET /healthz` at a port of its own, by a thread of its own: it is answered at once, however long a
// turn of the event loop takes. See
// docs/decisions/0054-overload-and-outages.md.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config.ts';
import { securityHeaders } from '../http/responses/security-headers.ts';
import { alive, type PreparedHealth, prepareHealth } from './health.ts';
import type { Logger } from './logging.ts';

export type HealthPort = { port: number; close(): Promise<unknown> };

/** What the thread gets. */
export type HealthThreadData = {
  host: string;
  port: number;
  /** When the event loop last turned, by `process.hrtime.bigint()`. */
  turnedAt: BigInt64Array<SharedArrayBuffer>;
  /** After so many nanoseconds without a turn the process counts as stalled. */
  stalledNs: bigint;
  responses: { alive: PreparedHealth; stalled: PreparedHealth };
};

type Options = {
  config: Pick<Config, 'HOST' | 'isProduction'>;
  port: number;
  log: Pick<Logger, 'error'>;
  /** Longer than any work that a call or job does without a pause. */
  stalledMs?: number;
};

const stalled = { status: 503, body: { status: 'stalled' } };
const turnsPerLimit = 10;
/** Of one small program. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };

/** Rejects with EADDRINUSE when another process listens there. */
export async function openHealthPort({
  config,
  port,
  log,
  stalledMs = 30_000,
}: Options): Promise<HealthPort> {
  const turnedAt = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  const turn = () => Atomics.store(turnedAt, 0, process.hrtime.bigint());
  turn();
  const headers = securityHeaders(config);
  const workerData: HealthThreadData = {
    host: config.HOST,
    port,
    turnedAt,
    stalledNs: BigInt(stalledMs) * 1_000_000n,
    responses: { alive: prepareHealth(headers, alive), stalled: prepareHealth(headers, stalled) },
  };
  const file = new URL('./health-thread.mjs', import.meta.url);
  const thread = new Worker(file, { workerData, execArgv: [], resourceLimits });
  const [address]: [AddressInfo] = (await once(thread, 'message')) as [AddressInfo];
  thread.on('error', (err) => log.error({ err }, 'the thread of HEALTH_PORT failed'));
  thread.unref();
  const timer = setInterval(turn, stalledMs / turnsPerLimit).unref();
  return {
    port: address.port,
    close: () => {
      clearInterval(timer);
      return thread.terminate();
    },
  };
}
