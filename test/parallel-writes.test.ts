// No account holds up the others, and no call waits for a connection that it holds itself: every
// call that may change something, as often at the same time as the pool has connections and twice
// that, while somebody else reads.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endpointsOf } from '#kernel/openapi.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { buildApp, contracts } from '../src/app.ts';
import { type TestApp, useApp } from './harness.ts';
import { inboundSecret } from './inbound-mail.ts';
import { send } from './requests.ts';
import { allWrites, prepare, requestOf } from './writes/all-writes.ts';
import { newName } from './writes/write.ts';

const readsMax = 500;
const bank = createServer((_, response) =>
  response.end(`<Cube time='2026-11-20'><Cube currency='USD' rate='1.1'/></Cube>`),
);
await new Promise<void>((done) => bank.listen(0, '127.0.0.1', done));
const env = {
  PROXY_ALLOW_PRIVATE: '1',
  INBOUND_MAIL_SECRET: inboundSecret,
  RATES_URL: `http://127.0.0.1:${(bank.address() as AddressInfo).port}/`,
};

const writes = endpointsOf(contracts)
  .map(({ endpoint }) => endpoint)
  .filter(({ method }) => method !== 'GET')
  .map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]);

beforeAll(() => () => void bank.close());

test('every call that may change something is among them, and nothing else', () => {
  expect(Object.keys(allWrites).toSorted()).toEqual(writes.map(([name]) => name).toSorted());
});

describe.each([4, 1])('with %i connections', (poolMax) => {
  const own = useApp(env, { poolMax });
  // Calls of an app of its own do not count as tests of their endpoints.
  let t: TestApp;
  beforeAll(async () => {
    t = { ...own, app: await buildApp(own.kernel, own.areas) };
    return () => t.app.close();
  });

  // Staff are told of much that happens: those of other calls would make each of them slower.
  afterEach(async () => {
    await own.kernel.work.write((tx) => tx.deleteFrom('account_role').execute());
  });

  test.each(writes)(
    '%s is answered each time, and somebody else meanwhile',
    async (name, endpoint) => {
      const write = await prepare(t, name);
      const bystander = await t.signIn(`${newName()}@example.com`);
      const reads: number[] = [];
      let isOver = false;
      const reading = async () => {
        while (!isOver && reads.length < readsMax)
          reads.push(
            (await send(t, 'GET', '/apix/accounts/profile/', undefined, bystander)).status,
          );
      };
      const calls = Array.from({ length: 2 * poolMax }, (_, at) =>
        t.app.inject(requestOf(endpoint, write, at)),
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
    60_000,
  );
});
