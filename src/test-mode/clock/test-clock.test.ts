import { beforeAll, expect, test, vi } from 'vitest';
import { adjustment, createLedger, verifyLedger } from '#areas/ledger/server/index.ts';
import { toAmount } from '#lib/money.ts';
import { testClockPath } from '#lib/wire/test-clock.constants.ts';
import { germanCompany, profilePath } from '#test/factories/invoices.ts';
import type { SignedIn } from '#test/harness.ts';
import { scaledMs } from '#test/time-limits.ts';
import { inTestMode, useTestMode } from '#test/use-test-mode.ts';
import type { TestEnvironment } from '../open-test-environment.ts';

const t = useTestMode();
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await t.testMode.open();
});

const subscriptionsPath = '/apix/billing/subscriptions/';
const balancePath = '/apix/payments/transactions/balance/?currency=USD';

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

/** A customer whose wallet pays so many months of a plan. */
async function subscribe(email: string, months: number): Promise<SignedIn> {
  const who = await t.live.signIn(email);
  const headers = inTestMode(who);
  await t.send('PUT', profilePath, { headers, body: germanCompany });
  const body = { tariff: 'pro', billing_period: 'monthly' };
  const ordered = await t.send('POST', subscriptionsPath, { headers, body });
  expect(ordered.status, JSON.stringify(ordered.body)).toBe(201);
  const left = Number(ordered.body.price) * (months - 1);
  const { available } = await get(who, balancePath);
  await environment.kernel.work.write((tx) =>
    createLedger(environment.kernel).post(
      tx,
      adjustment({
        accountId: who.accountId,
        amount: toAmount((Number(available) - left - 1).toFixed(2), 'USD'),
        direction: 'debit',
        idempotencyKey: `test:${email}`,
        description: 'Leaves the money of some months',
        actor: 'account:1',
      }),
    ),
  );
  return who;
}

const listTypes = (events: readonly Event[]) =>
  events.map(({ type }) => type).filter((type) => type.startsWith('subscription.'));
const renewals = (count: number) => Array.from({ length: count }, () => 'subscription.renewed');

async function listInvoices(who: SignedIn) {
  const { results } = await get(who, '/apix/invoices/?page_size=100');
  return (results as { number: string; issued_at: string }[]).toReversed();
}

test(
  'a year of a monthly plan whose wallet runs dry: all in order, each once',
  async () => {
    const who = await subscribe('year@example.com', 6);
    const key = { 'idempotency-key': 'one-year' };
    const moved = await advance(who, 'P1Y', key);
    expect(moved.status).toBe(202);
    const again = await advance(who, 'P1Y', key);
    expect([again.status, again.body]).toEqual([202, moved.body]);
    await settle(who);
    expect((await readClock(who)).now).toBe(moved.body.moving_to);
    const events = await listEvents(who);
    const times = events.map(({ occurred_at }) => occurred_at);
    expect(times).toEqual(times.toSorted());
    const attempts = Array.from({ length: 3 }, () => 'subscription.past_due');
    const year = [...renewals(5), ...attempts, 'subscription.canceled'];
    expect(listTypes(events).slice(0, year.length)).toEqual(year);
    const invoices = await listInvoices(who);
    expect(invoices).toHaveLength(6);
    for (const { number } of invoices) expect(number).toMatch(/^TEST-/);
    const months = invoices.map(({ issued_at }) => issued_at.slice(0, 7));
    expect(new Set(months).size).toBe(6);
    expect((await verifyLedger(environment.kernel)).problems).toEqual([]);
  },
  scaledMs(180_000),
);

test(
  'a turn that breaks off goes on from its last step, and nothing happens twice',
  async () => {
    const who = await subscribe('crash@example.com', 20);
    const { sender } = environment.areas.webhooks;
    const { sendDue } = sender;
    let steps = 0;
    vi.spyOn(sender, 'sendDue').mockImplementation(async () => {
      steps++;
      if (steps % 60 === 0) throw new Error('The process ends here.');
      return sendDue();
    });
    await advance(who, 'P4M');
    const meanwhile = await advance(who, 'P1D');
    expect([meanwhile.status, meanwhile.body.code]).toEqual([409, 'clock_is_moving']);
    const reset = await t.send('DELETE', testClockPath, { headers: inTestMode(who) });
    expect([reset.status, reset.body.code]).toEqual([409, 'clock_is_moving']);
    await settle(who);
    expect(steps).toBeGreaterThan(60);
    vi.restoreAllMocks();
    expect(listTypes(await listEvents(who))).toEqual(renewals(4));
    expect(await listInvoices(who)).toHaveLength(5);
  },
  scaledMs(120_000),
);

test(
  'each account has a time of its own, and a reset makes it real',
  async () => {
    const ada = await subscribe('ada@example.com', 20);
    const eve = await subscribe('eve@example.com', 20);
    await advance(ada, 'P2M');
    await settle(ada);
    expect(listTypes(await listEvents(ada))).toEqual(renewals(2));
    expect(await readClock(eve)).toMatchObject({ is_moved: false, moving_to: null });
    expect(await listEvents(eve)).toEqual([]);
    expect(await listInvoices(eve)).toHaveLength(1);
    const { body: later } = await t.send('GET', subscriptionsPath, { headers: inTestMode(ada) });
    expect(JSON.stringify(later)).toContain('"active"');
    const cleared = await t.send('DELETE', testClockPath, { headers: inTestMode(ada) });
    expect([cleared.status, cleared.body.is_moved]).toEqual([200, false]);
    expect(await listEvents(ada)).toEqual([]);
  },
  scaledMs(120_000),
);

test.each(['P0D', 'P2Y', 'P-1M', 'a year', 12, undefined])('%j is refused', async (duration) => {
  const who = await t.live.signIn('wrong@example.com');
  const refused = await advance(who, duration);
  expect([refused.status, Object.keys(refused.body)]).toEqual([
    400,
    expect.arrayContaining(['advance']),
  ]);
  expect((await readClock(who)).is_moved).toBe(false);
});

test('a live call is refused, and says how to make it', async () => {
  const who = await t.live.signIn('live@example.com');
  for (const [method, path] of [
    ['GET', testClockPath],
    ['POST', testClockPath],
    ['DELETE', testClockPath],
    ['GET', `${testClockPath}events/`],
  ] as const) {
    const body = method === 'POST' ? { advance: 'P1D' } : undefined;
    const refused = await t.send(method, path, { headers: who.headers, ...(body && { body }) });
    expect([refused.status, refused.body.code]).toEqual([403, 'test_mode_only']);
    expect(String(refused.body.detail)).toContain('X-Test-Mode: true');
  }
});

const listScheduled = (inTestMode: 'account' | 'live') =>
  [...t.live.jobs.queues]
    .filter(
      ([queue, { options }]) =>
        options.inTestMode === inTestMode && t.live.jobs.schedules.has(queue),
    )
    .map(([queue]) => queue);

test('the queues of an account run in the order in which they are defined', () => {
  expect(listScheduled('account')).toEqual([
    'billing.renew',
    'billing.remind',
    'billing.overage',
    'billing.warn_key_expiry',
    'invoices.issue',
    'ledger.release_holds',
    'payments.check_card_setups',
    'payments.expire',
    'payments.reconcile',
    'payments.top_up',
    'payments.warn_of_expiry',
    'payments.process_webhooks',
    'usage.release_reservations',
  ]);
});

test('what is about the platform runs in the live environment only', async () => {
  const live = listScheduled('live');
  expect(live).toContain('accounts.purge');
  const schedules = await environment.kernel.jobs.listSchedules();
  expect(schedules.filter(({ queue }) => live.includes(queue))).toEqual([]);
});

test.each([
  ['GET', ''],
  ['GET', 'events/'],
  ['POST', ''],
  ['DELETE', ''],
] as const)('%s clock/%s needs a session or a key', async (method, call) => {
  const { status } = await t.send(method, testClockPath + call, {
    ...(method === 'POST' && { body: { advance: 'P1D' } }),
  });
  expect(status).toBe(401);
});
