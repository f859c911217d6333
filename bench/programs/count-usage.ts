// Counts RATE events a second through the meter for as long as it lives, and prints how many.
import { z } from 'zod';
import { openUsage } from '#areas/billing/server/index.ts';
import { readConfig } from '#kernel/config.ts';
import { createId } from '#kernel/ids.ts';
import { openLog } from '#kernel/logging.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import { closeOnSignals } from '#kernel/shutdown.ts';
import { endpoint } from '#lib/endpoint.ts';

const tickMs = 5;
const accountsMax = 500;
const rate = Number(process.env.RATE);
const called = endpoint({
  method: 'GET',
  path: '/apix/bench/codes/',
  summary: 'Never called',
  permission: { key: 'customs' },
  work: 'none',
  responses: { 200: z.object({}) },
  metered: { group: 'customs' },
});

const config = readConfig(process.env);
const log = openLog(config);
const { kernel, closing } = await openKernel(config, log);
const usage = openUsage(kernel);
const actorOf = (accountId: number): Actor => ({
  accountId,
  roles: [],
  status: 'active',
  via: 'key',
  keyId: '00000000-0000-7000-8000-000000000001',
});
// As calls do before they are recorded.
const actors = Array.from({ length: accountsMax }, (_, at) => actorOf(at + 1));
await Promise.all(actors.map((actor) => usage.quota.admit(actor, called)));
const startedMs = performance.now();
let counted = 0;

const timer = setInterval(() => {
  const due = Math.floor(((performance.now() - startedMs) / 1000) * rate);
  for (; counted < due; counted++)
    usage.meter.record({
      actor: actors[counted % accountsMax] as Actor,
      endpoint: called,
      status: 200,
      metric: 'request',
      units: 1,
      requestId: createId(),
      elapsedMs: 5,
      ip: '203.0.113.7',
      userAgent: 'curl/8.14.1',
    });
  // A pipe is written at once: what was counted is known even of a process that was killed.
  process.stdout.write(`${counted}\n`);
}, tickMs);
closeOnSignals({ steps: [{ name: 'counting', run: () => clearInterval(timer) }, ...closing], log });
