// Random calls, generated from the contracts, against the demo data: every response must be
// declared by the contract, and none may be a server error.
import { randomInt } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { listEndpoints } from '#lib/api-description.ts';
import { contracts } from '../../src/contracts.ts';
import { seedEverything } from '../../src/seed.ts';
import type { TestApp } from '../harness.ts';
import { isLongRun } from '../parts.ts';
import { scaledMs } from '../time-limits.ts';
import { createCallers } from './callers.ts';
import { isDeclared } from './declared-responses.ts';
import { createRandom } from './random.ts';
import { createCalls, type RandomCall } from './random-calls.ts';
import { useUncountedApp } from './uncounted-app.ts';

/** The same calls in each `npm test`: only a change of the product can fail it. */
const usualSeed = 20_261_122;
const seed = Number(process.env.FUZZ_SEED ?? (isLongRun ? randomInt(2 ** 31) : usualSeed));
const count = isLongRun ? 20_000 : 1_200;
const atOnce = 8;
// After this many calls the clock advances by an hour and all callers sign in again.
const callsPerHour = 240;
const hourMs = 3_600_000;

const endpoints = listEndpoints(contracts)
  .map(({ endpoint }) => endpoint)
  // Event streams never end.
  .filter(({ responses }) => !Object.values(responses).some((shape) => shape && 'event' in shape));

type Reply = { status: number; body: unknown };

async function send(
  { app }: TestApp,
  { endpoint, url, headers, payload }: RandomCall,
): Promise<Reply> {
  const reply = await app.inject({
    method: endpoint.method,
    url,
    headers,
    ...(payload !== undefined && { payload }),
  });
  const isJson = /json/.test(String(reply.headers['content-type']));
  return { status: reply.statusCode, body: isJson && reply.body ? reply.json() : null };
}

/** Keeps one line per endpoint and status, so that one bug does not fill the output. */
function recordFault(faults: Map<string, string>, call: RandomCall, reply: Reply): void {
  const { endpoint, url, caller, payload } = call;
  const key = `${endpoint.method} ${endpoint.path} ${reply.status}`;
  const sent = typeof payload === 'string' ? payload.slice(0, 600) : '';
  const said = JSON.stringify(reply.body).slice(0, 300);
  if (!faults.has(key))
    faults.set(
      key,
      `${endpoint.method} ${url} (${caller.kind}) ${sent} -> ${reply.status} ${said}`,
    );
}

async function run(t: TestApp) {
  const calls = createCalls(endpoints, createRandom(seed));
  const faults = new Map<string, string>();
  let callers = await createCallers(t);
  let reached = 0;
  for (let done = 0; done < count; done += atOnce) {
    if (done % callsPerHour === 0) {
      t.clock.advance(hourMs);
      callers = await createCallers(t);
    }
    const batch = Array.from({ length: atOnce }, () => calls.next(callers));
    const replies = await Promise.all(batch.map((call) => send(t, call)));
    for (const [at, reply] of replies.entries()) {
      const call = batch[at]!;
      if (!isDeclared(call.endpoint, reply.status, reply.body)) recordFault(faults, call, reply);
      if (reply.status >= 300) continue;
      reached++;
      calls.learn(call, reply.body);
    }
  }
  return { faults: [...faults.values()], share: reached / count };
}

const t = useUncountedApp({ PROXY_ALLOW_PRIVATE: 'on' });
beforeAll(async () => {
  await seedEverything(t.kernel, t.areas);
});

test(
  `${count} calls with the seed ${seed} get declared responses`,
  async () => {
    const { faults, share } = await run(t);
    expect(faults).toEqual([]);
    expect(share).toBeGreaterThan(0.3);
  },
  scaledMs(900_000),
);
