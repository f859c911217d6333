// Makes CALLS calls of ACCOUNT, RATE a second, each in flight for a moment, and prints how many were
// admitted. All processes of a run begin at START_AT.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createUsage } from '#areas/billing/server/index.ts';
import { readConfig } from '#kernel/config.ts';
import { createId } from '#kernel/ids.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import { endpoint } from '#lib/endpoint.ts';

const tickMs = 5;
const callMs = 20;
const calls = Number(process.env.CALLS);
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

const config = readConfig(process.env);
const { kernel, closing } = await openKernel(config, createLogger(config));
const usage = createUsage(kernel);
const accountId = Number(process.env.ACCOUNT);
const actor: Actor = { accountId, roles: [], status: 'active', via: 'session' };
let admitted = 0;

async function call(): Promise<void> {
  try {
    const { overageUnits } = await usage.quota.admit(actor, meteredEndpoint);
    admitted++;
    await sleep(callMs);
    usage.meter.record({
      ...{ actor, endpoint: meteredEndpoint, status: 200, metric: 'request', units: 1 },
      ...{ overageUnits, requestId: createId(), elapsedMs: callMs },
      ...{ ip: '203.0.113.7', userAgent: 'curl/8.14.1' },
    });
  } catch {
    // Refused: the cap is reached.
  }
}

await sleep(Number(process.env.START_AT) - Date.now());
const startedMs = performance.now();
const running: Promise<void>[] = [];
while (running.length < calls) {
  const due = Math.min(calls, Math.floor(((performance.now() - startedMs) / 1000) * rate));
  while (running.length < due) running.push(call());
  await sleep(tickMs);
}
await Promise.all(running);
process.stdout.write(`${admitted}\n`);
for (const { run } of closing) await run();
process.exit(0);
