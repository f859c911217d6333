import { beforeAll, describe, expect, test } from 'vitest';
import { issueMissing } from '#areas/invoices/server/issue/issue-invoices.ts';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { dayMs } from '#lib/durations.ts';
import { scopes } from '#lib/scopes.ts';
import { testClockPath } from '#lib/wire/test-clock.constants.ts';
import type { SignedIn } from '#test/harness.ts';
import { scaledMs } from '#test/time-limits.ts';
import { inTestMode, useTestMode } from '#test/use-test-mode.ts';
import type { TestEnvironment } from '../open-test-environment.ts';
import { accountQueues } from './account-jobs.ts';
import { runTurn } from './run-clock.ts';

const t = useTestMode();
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await t.testMode.open();
});

const get = async (who: SignedIn, path: string) =>
  (await t.send('GET', path, { headers: inTestMode(who) })).body;
const advance = (who: SignedIn, duration: unknown, more: Record<string, string> = {}) =>
  t.send('POST', testClockPath, {
    headers: { ...inTestMode(who), ...more },
    body: { advance: duration },
  });
const readClock = (who: SignedIn) => get(who, testClockPath);
const settle = (who: SignedIn) =>
  expect
    .poll(async () => (await readClock(who)).moving_to, { timeout: scaledMs(120_000) })
    .toBeNull();

type Event = { occurred_at: string; type: string; summary: string };
async function listEvents(who: SignedIn): Promise<Event[]> {
  const body = await get(who, `${testClockPath}events/?page_size=100`);
  expect(body.has_next).toBe(false);
  return body.results as Event[];
}

async function subscribe(email: string): Promise<SignedIn> {
  const who = await t.live.signIn(email);
  const headers = inTestMode(who);
  const profile = { type: 'individual', name: 'Ada', country: 'DE' };
  const put = await t.send('PUT', '/apix/billing/billing-profile/', { headers, body: profile });
  const ordered = await t.send('POST', '/apix/billing/subscriptions/', {
    headers,
    body: { tariff: 'scale', billing_period: 'monthly' },
  });
  expect([put.status, ordered.status, ordered.body], JSON.stringify(put.body)).toMatchObject([200, 201, {}]);
  return who;
}

test(
  'a year of a monthly plan whose wallet runs dry: everything in order, each once',
  async () => {
    const who = await subscribe('year@example.com');
    expect((await advance(who, 'P1Y')).status).toBe(202);
    await settle(who);
    const events = await listEvents(who);
    console.log(events.map((e) => `${e.occurred_at} ${e.type} ${e.summary}`).join('\n'));
    const times = events.map(({ occurred_at }) => occurred_at);
    expect(times).toEqual(times.toSorted());
    expect((await verifyLedger(environment.kernel)).problems).toEqual([]);
  },
  scaledMs(180_000),
);
