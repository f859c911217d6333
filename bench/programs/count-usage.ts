// Counts RATE events per second through the meter until it is killed, and prints their number.
import { z } from 'zod';
import { createUsage } from '#areas/billing/server/index.ts';
import { createId } from '#kernel/ids.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import { closeOnSignals } from '#kernel/shutdown.ts';
import { endpoint } from '#lib/endpoint.ts';
import { readAppConfig } from '../../src/app-config.ts';

const tickMs = 5;
const accountsMax = 500;
const rate = Number(process.env.RATE);
const meteredEndpoint = endpoint({
  method: 'GET',
  path: '/apix/bench/codes/',
  summary: 'Never called',
  permission: { key: 'customs' },
  work: 'none',
  responses: { 200: z.object({}) },
  metered: { group: 'customs' },
});

const config = readAppConfig(process.env);
const log = createLogger(config);
const { kernel, closing } = await openKernel(config, log);
const usage = createUsage(kernel);
const createActor = (accountId: number): Actor => ({
  accountId,
  roles: [],
  status: 'active',
  via: 'key',
  keyId: '00000000-0000-7000-8000-000000000001',
});
// As for calls before they are recorded.
const actors = Array.from({ length: accountsMax }, (_, at) => createActor(at + 1));
await Promise.all(actors.map((actor) => usage.quota.admit(actor, meteredEndpoint)));
const startedMs = performance.now();
let counted = 0;

const timer = setInterval(() => {
  const due = Math.floor(((performance.now() - startedMs) / 1000) * rate);
  for (; counted < due; counted++)
    usage.meter.record({
      actor: actors[counted % accountsMax] as Actor,
      endpoint: meteredEndpoint,
      status: 200,
      requestBytes: 0,
      responseBytes: 345,
      metric: 'request',
      units: 1,
      requestId: createId(),
      elapsedMs: 5,
      ip: '203.0.113.7',
      userAgent: 'curl/8.14.1',
    });
  // Pipes are written synchronously, so the count is known even after the process was killed.
  process.stdout.write(`${counted}\n`);
}, tickMs);
closeOnSignals({ steps: [{ name: 'counting', run: () => clearInterval(timer) }, ...closing], log });
