// No account blocks others, and no call deadlocks on the connection pool: runs every write with
// twice as many parallel calls as the pool has connections, while another account reads.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { listEndpoints } from '#lib/api-description.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { scaledMs } from '#test/time-limits.ts';
import { buildApp } from '../../src/app.ts';
import { contracts } from '../../src/contracts.ts';
import { inboundSecret } from '../factories/inbound-mail.ts';
import { type TestApp, useApp } from '../harness.ts';
import { isLongRun } from '../parts.ts';
import { send } from '../requests.ts';
import { allWrites, prepare, toRequest } from './writes/all-writes.ts';
import { uniqueName } from './writes/write.ts';

/** With one, a call that takes a second connection while it holds one waits for ever. */
const poolMax = isLongRun ? 1 : 4;
const readsMax = 20;
const bank = createServer((_, response) =>
  response.end(`<Cube time='2026-11-20'><Cube currency='USD' rate='1.1'/></Cube>`),
);
await new Promise<void>((done) => bank.listen(0, '127.0.0.1', done));
const env = {
  PROXY_ALLOW_PRIVATE: '1',
  INBOUND_MAIL_SECRET: inboundSecret,
  RATES_URL: `http://127.0.0.1:${(bank.address() as AddressInfo).port}/`,
};

const writes = listEndpoints(contracts)
  .map(({ endpoint }) => endpoint)
  .filter(({ method }) => method !== 'GET')
  .map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]);

beforeAll(() => () => void bank.close());

test('test/whole-system/writes covers every write', () => {
  expect(Object.keys(allWrites).toSorted()).toEqual(writes.map(([name]) => name).toSorted());
});

const own = useApp(env, { poolMax });
// Calls of a separate app do not count as tests of their endpoints.
let t: TestApp;
beforeAll(async () => {
  t = { ...own, app: await buildApp(own.kernel, own.areas) };
  return () => t.app.close();
});

afterEach(async () => {
  // A job that fails on purpose, and waits again, is not for other tests to run.
  own.jobs.waiting.length = 0;
  // Staff are notified of many events: with theirs each test would be slower than the last one.
  await own.kernel.work.write((tx) => tx.deleteFrom('account_role').execute());
});

test.each(writes)(
  '%s gets a response each time, and so does another account',
  async (name, endpoint) => {
    const write = await prepare(t, name);
    const bystander = await t.signIn(`${uniqueName()}@example.com`);
    const reads: number[] = [];
    let isOver = false;
    const reading = async () => {
      while (!isOver && reads.length < readsMax)
        reads.push((await send(t, 'GET', '/apix/accounts/profile/', undefined, bystander)).status);
    };
    const calls = Array.from({ length: 2 * poolMax }, (_, at) =>
      t.app.inject(toRequest(endpoint, write, at)),
    );
    const writing = Promise.all(calls).finally(() => {
      isOver = true;
    });
    const [replies] = await Promise.all([writing, reading()]);

    const isBusy = (body: string) => write.mayBeBusy?.some((code) => body.includes(`"${code}"`));
    const answers = replies.map(({ statusCode, body }) => `${statusCode} ${body.slice(0, 300)}`);
    expect(
      replies.filter(({ statusCode, body }) => statusCode >= 500 && !isBusy(body)).length,
      answers.join('\n'),
    ).toBe(0);
    const isDone = replies.some(({ statusCode, body }) => statusCode < 300 || isBusy(body));
    expect(isDone, answers.join('\n')).toBe(true);
    expect(reads.filter((status) => status !== 200)).toEqual([]);
  },
  scaledMs(60_000),
);
