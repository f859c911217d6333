// A transaction writes rows of one account, so that it stays on one shard of a distributed
// PostgreSQL. Runs every write of the API and the jobs that follow; exceptions are in a list.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { listEndpoints } from '#kernel/openapi/openapi.ts';
import { dayMs } from '#lib/durations.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { buildApp, contracts } from '../../src/app.ts';
import { findCrossings, knownCrossings } from '../distribution/known-crossings.ts';
import {
  clearTouchedRows,
  listTouchedRows,
  recordTouchedRows,
  type TouchedRows,
} from '../distribution/touched-rows.ts';
import { inboundSecret } from '../factories/inbound-mail.ts';
import { createCompletedPayment } from '../factories/payments.ts';
import { type TestApp, useApp } from '../harness.ts';
import { prepare, requestOf } from './writes/all-writes.ts';
import { newCustomer } from './writes/write.ts';

const bank = createServer((_, response) =>
  response.end(`<Cube time='2026-11-20'><Cube currency='USD' rate='1.1'/></Cube>`),
);
await new Promise<void>((done) => bank.listen(0, '127.0.0.1', done));
const env = {
  PROXY_ALLOW_PRIVATE: '1',
  INBOUND_MAIL_SECRET: inboundSecret,
  RATES_URL: `http://127.0.0.1:${(bank.address() as AddressInfo).port}/`,
};
const own = useApp(env);
/** Whose clock is years ahead. */
const later = useApp(env);
// Calls of a separate app do not count as tests of their endpoints.
let t: TestApp;

beforeAll(async () => {
  t = { ...own, app: await buildApp(own.kernel, own.areas) };
  for (const { kernel } of [own, later]) await recordTouchedRows(kernel.database.pool);
  return async () => {
    await t.app.close();
    bank.close();
  };
});

const writes = listEndpoints(contracts)
  .map(({ endpoint }) => endpoint)
  .filter(({ method }) => method !== 'GET')
  .map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]);
const endpointOf = new Map(writes);

/** The transactions that `act` commits. */
async function watch(act: () => Promise<unknown>, app: TestApp = t): Promise<TouchedRows[]> {
  const { pool } = app.kernel.database;
  await clearTouchedRows(pool);
  await act();
  return listTouchedRows(pool);
}

/** Runs the jobs that wait, each once. Returns what is not on the list, by queue. */
async function findCrossingsOfJobs() {
  const found: [queue: string, ReturnType<typeof findCrossings>][] = [];
  for (const { queue } of [...t.jobs.waiting]) {
    // A job that fails waits again, and is not of interest here.
    const rows = await watch(() => t.jobs.runNext().catch(() => undefined));
    found.push([queue, findCrossings(rows, queue)]);
  }
  t.jobs.waiting.length = 0;
  return found.filter(([, crossings]) => crossings.length > 0);
}

test.each(writes)('%s and its jobs write rows of one account at a time', async (name, endpoint) => {
  const write = await prepare(t, name);
  t.jobs.waiting.length = 0;
  const rows = await watch(() => t.app.inject(requestOf(endpoint, write, 0)));
  expect(findCrossings(rows)).toEqual([]);
  expect(await findCrossingsOfJobs()).toEqual([]);
});

describe('the rows that a hot path writes', () => {
  test.each([
    ['a sign-in', 'POST /apix/accounts/otp/verify/', ['account', 'session']],
    ['a calculation', 'POST /apix/data_customs/vehicle-calculation/', ['customs_calculation']],
    [
      'a ticket message',
      'POST /apix/support/tickets/:ticket_uuid/messages/',
      ['ticket', 'ticket_message'],
    ],
    ['a proxy block', 'POST /apix/data_proxy/proxy/block/', ['proxy_health']],
  ])('%s: of one account', async (_, name, tables) => {
    const write = await prepare(t, name);
    const rows = await watch(() => t.app.inject(requestOf(endpointOf.get(name)!, write, 0)));
    const found = rows.find(({ byAccount }) => tables.every((table) => table in byAccount));
    expect(found?.accounts).toHaveLength(1);
  });

  test('a payment: its lines of house accounts are stored with the customer', async () => {
    const who = await newCustomer(t);
    const rows = await watch(() => createCompletedPayment(t, who));
    const credit = rows.find(({ byAccount }) => 'posting' in byAccount);
    const { ledger_account: opened, ...tables } = credit?.byAccount ?? {};
    expect(Object.keys(tables)).toEqual(
      expect.arrayContaining(['journal', 'payment_transfer', 'posting', 'wallet_balance']),
    );
    expect(new Set(Object.values(tables).flat())).toEqual(new Set([who.accountId]));
    expect([undefined, 0]).toContain(opened?.[0]);
    const { rows: lines } = await t.kernel.database.pool.query<{ is_house: boolean }>(
      `select a.account_id is null as is_house from posting p
       join ledger_account a on a.id = ledger_account_id join journal j on j.id = journal_id
       where j.account_id = $1 and j.payment_id is not null`,
      [who.accountId],
    );
    expect(lines.map(({ is_house }) => is_house).toSorted()).toEqual([false, true]);
  });

  test('metered calls of two accounts: in one statement, which is on the list', async () => {
    const name = 'POST /apix/data_customs/vehicle-calculation/calculate/';
    await t.areas.usage.flush();
    const [first, second] = [await prepare(t, name), await prepare(t, name)];
    const rows = await watch(async () => {
      await t.app.inject(requestOf(endpointOf.get(name)!, first, 0));
      await t.app.inject(requestOf(endpointOf.get(name)!, second, 0));
      await t.areas.usage.flush();
    });
    const flush = rows.filter(({ byAccount }) => 'usage_record' in byAccount);
    // One statement or two: the meter also flushes by itself.
    expect(flush.length).toBeGreaterThan(0);
    expect(findCrossings(rows)).toEqual([]);
  });
});

test('scheduled jobs write rows of one account at a time, or are on the list', async () => {
  for (const name of [
    'POST /apix/accounts/otp/verify/',
    'POST /apix/data_customs/vehicle-calculation/calculate/',
    'POST /apix/data_customs/batches/',
    'POST /apix/data_customs/embed-keys/:id/revoke/',
    'POST /apix/data_proxy/resources/:name/fetch/',
    'POST /apix/services/transcription-jobs/:id/cancel/',
    'POST /apix/payments/payments/',
    'POST /apix/support/tickets/:uuid/rating/',
  ])
    for (let at = 0; at < 2; at++) {
      const write = await prepare(later, name);
      await later.app.inject(requestOf(endpointOf.get(name)!, write, at));
    }
  await later.areas.usage.flush();
  later.clock.advance(3 * 365 * dayMs);
  const crossing = new Set<string>();
  for (const queue of later.jobs.schedules.keys()) {
    const rows = await watch(() => later.jobs.runSchedule(queue).catch(() => undefined), later);
    expect(findCrossings(rows, queue), queue).toEqual([]);
    if (rows.some(({ accounts }) => accounts.length > 1)) crossing.add(queue);
  }
  const listed = ['accounts.purge', 'customs.purge', 'usage.maintain_days'];
  expect([...crossing]).toEqual(expect.arrayContaining(listed));
});

describe('a transaction with rows of two accounts', () => {
  const touch = (byAccount: Record<string, number[]>): TouchedRows => ({
    accounts: [...new Set(Object.values(byAccount).flat())],
    byAccount,
  });

  test('is found', () => {
    expect(findCrossings([touch({ session: [1], ticket: [2] })])).toHaveLength(1);
    expect(findCrossings([touch({ wallet_balance: [0, 1] })])).toHaveLength(1);
    expect(findCrossings([touch({ usage_hour: [1, 2], session: [1] })])).toHaveLength(1);
  });

  test('passes when it is on the list, and there for its job only', () => {
    expect(findCrossings([touch({ ledger_account: [0, 1], posting: [1] })])).toEqual([]);
    expect(findCrossings([touch({ ledger_account: [0, 1, 2] })])).toHaveLength(1);
    expect(findCrossings([touch({ session: [1, 2] })], 'accounts.purge')).toEqual([]);
    expect(findCrossings([touch({ session: [1, 2] })])).toHaveLength(1);
  });

  test('is on the list with a sentence of why', () => {
    for (const { reason } of knownCrossings) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  });
});
