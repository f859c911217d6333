import { beforeAll, describe, expect, test } from 'vitest';
import type { ChartWire, DetailedChartWire } from '#areas/billing/wire/index.ts';
import { charge } from '#areas/ledger/server/index.ts';
import { createId } from '#kernel/ids.ts';
import { toAmount } from '#lib/money.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { createCompletedPayment, createSandboxPayment } from '#test/factories/payments.ts';
import { addFunds } from '#test/factories/subscriptions.ts';
import { calculate, createActor, createMeteredCall, transcribe } from '#test/factories/usage.ts';
import { useApp } from '#test/harness.ts';
import { maintainDays } from '../usage/usage-jobs.ts';

const t = useApp();
/** Every session ends when the clock is turned, so who asks signs in anew. */
const ann = 'ann@example.com';
const bob = 'bob@example.com';
let annId: number;
let keyId: string;

async function get(path: string, email: string | null = ann) {
  const headers = email ? (await t.signIn(email)).headers : {};
  const reply = await t.app.inject({ url: `/apix/billing/charts/${path}`, headers });
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}
const chart = async (query: string, email = ann) =>
  (await get(`?${query}`, email)).body as ChartWire;
const detailed = async (query: string, email = ann) =>
  (await get(`detailed/?${query}`, email)).body as DetailedChartWire;
/** The points that are not zero. */
const pointsOf = ({ series }: ChartWire, at = 0) =>
  series[at]!.data.filter(({ y }) => y !== 0).map(({ x, y }) => [x, y]);

async function spend(accountId: number, amount: string) {
  const draft = charge({
    accountId,
    amount: toAmount(amount, 'USD'),
    idempotencyKey: createId(),
    description: 'Usage',
    actor: 'test',
  });
  return t.areas.payments.ledger.post(t.kernel.database.write, draft);
}

/** One call, counted at a moment. */
async function callAt(
  time: string,
  given: Parameters<typeof createMeteredCall>[1] = {},
  byKey = false,
) {
  t.clock.set(new Date(time));
  t.areas.usage.meter.record(
    createMeteredCall(createActor(annId, byKey ? keyId : undefined), given),
  );
  await t.areas.usage.flush();
}

beforeAll(async () => {
  t.clock.set(new Date('2030-02-13T12:00:00Z'));
  const who = await t.signIn(ann);
  annId = who.accountId;
  ({ id: keyId } = await createApiKey(t, who, { name: 'Production' }));
  await addFunds(t, annId, '500.00');
  await spend(annId, '40.00');
  await callAt('2030-02-13T12:00:00Z', { endpoint: calculate });
  t.clock.set(new Date('2030-05-05T22:30:00Z'));
  await spend(annId, '5.00');
  t.clock.set(new Date('2030-05-19T22:30:00Z'));
  await spend(annId, '10.50');
  await callAt('2030-05-19T22:30:00Z', { endpoint: calculate });
  await callAt('2030-05-20T09:00:00Z', { endpoint: calculate, status: 422 }, true);
  await callAt('2030-05-20T10:00:00Z', {}, true);
  await callAt('2030-05-20T10:00:00Z', { endpoint: transcribe });
  await spend(annId, '4.25');
  t.clock.set(new Date('2030-05-20T12:00:00Z'));
  const now = await t.signIn(ann);
  await createCompletedPayment(t, now, { amount: '30.00' });
  await createSandboxPayment(t, now, { amount: '70.00' });
  t.clock.set(new Date('2030-05-20T12:30:00Z'));
  await maintainDays(t.kernel);
});

describe('a chart', () => {
  test('has a point for every day, the last one partial', async () => {
    const { status, body, headers } = await get('');
    expect(status).toBe(200);
    expect(headers['cache-control']).toMatch(/no-store|private/);
    expect(body).toMatchObject({
      metric: 'spend',
      period: '30d',
      granularity: 'day',
      timezone: 'UTC',
      currency: 'USD',
      from: '2030-04-21T00:00:00.000Z',
      to: '2030-05-20T12:30:00.000Z',
      totals: {
        total_amount: '19.75',
        total_requests: 4,
        total_payments: 1,
        success_rate: 0.75,
      },
    });
    const [series] = body.series;
    expect(series).toMatchObject({ key: 'spend', name: 'Spend', color: 'chart-1' });
    expect(series.data).toHaveLength(30);
    expect(series.data.filter((point: { partial?: boolean }) => point.partial)).toEqual([
      { x: '2030-05-20', y: 4.25, partial: true },
    ]);
    expect(pointsOf(body)).toEqual([
      ['2030-05-05', 5],
      ['2030-05-19', 10.5],
      ['2030-05-20', 4.25],
    ]);
  });

  test('uses days of the requested time zone', async () => {
    expect(pointsOf(await chart('period=7d&timezone=Europe/Berlin'))).toEqual([
      ['2030-05-20', 14.75],
    ]);
    expect(pointsOf(await chart('period=7d&metric=requests&timezone=Europe/Berlin'))).toEqual([
      ['2030-05-20', 4],
    ]);
    expect(pointsOf(await chart('period=7d&metric=requests'))).toEqual([
      ['2030-05-19', 1],
      ['2030-05-20', 3],
    ]);
    const west = await chart('period=7d&metric=requests&timezone=Pacific/Pago_Pago');
    expect(pointsOf(west)).toEqual([['2030-05-19', 4]]);
  });

  test('is weekly for 90 days and monthly for a year, beyond the retention of hours', async () => {
    const weeks = await chart('period=90d&metric=requests');
    expect([weeks.granularity, weeks.series[0]!.data.length]).toEqual(['week', 13]);
    expect(pointsOf(weeks)).toEqual([
      ['2030-05-13', 1],
      ['2030-05-20', 3],
    ]);
    const months = await chart('period=1y&metric=requests&timezone=America/New_York');
    expect([months.granularity, months.series[0]!.data.length]).toEqual(['month', 12]);
    expect(pointsOf(months)).toEqual([
      ['2030-02-01', 1],
      ['2030-05-01', 4],
    ]);
    expect(pointsOf(await chart('period=1y'))).toEqual([
      ['2030-02-01', 40],
      ['2030-05-01', 19.75],
    ]);
  });

  test('of payments shows the credited amount at their creation', async () => {
    const body = await chart('period=7d&metric=payments');
    expect(pointsOf(body)).toEqual([['2030-05-20', 30]]);
    expect(body.totals).toMatchObject({ total_amount: '30.00', success_rate: 1 });
    expect(pointsOf(await chart('metric=payments&currency=EUR'))).toEqual([]);
  });

  test('subtracts reversed charges', async () => {
    const { accountId } = await t.signIn('cid@example.com');
    await addFunds(t, accountId, '50.00');
    const { journalId } = await spend(accountId, '20.00');
    await spend(accountId, '7.00');
    const { ledger } = t.areas.payments;
    await ledger.reverse(t.kernel.database.write, journalId, { actor: 'test' });
    t.clock.advance(1000);
    expect((await chart('period=7d', 'cid@example.com')).totals.total_amount).toBe('7.00');
    t.clock.set(new Date('2030-05-20T12:30:00Z'));
  });

  test('of an unused account is zero', async () => {
    const body = await chart('period=7d', 'new@example.com');
    expect(body.series[0]!.data.map(({ y }) => y)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(body.totals).toEqual({
      total_amount: '0.00',
      total_requests: 0,
      total_payments: 0,
      success_rate: null,
    });
  });
});

describe('a detailed chart', () => {
  test('is compared with the previous period, up to the same elapsed time', async () => {
    const body = await detailed('period=7d&compare=previous');
    expect(body.previous).toMatchObject({
      from: '2030-05-07T00:00:00.000Z',
      to: '2030-05-13T12:30:00.000Z',
      totals: { total_amount: '0.00', total_requests: 0 },
    });
    expect(body.change).toEqual({
      total_amount: { value: '14.75', percent: null },
      total_requests: { value: 4, percent: null },
      total_payments: { value: 1, percent: null },
    });
    const month = await detailed('compare=previous');
    expect(month.change?.total_amount).toEqual({ value: '19.75', percent: null });
    const year = await detailed('period=90d&compare=previous');
    expect(year.previous?.totals.total_amount).toBe('40.00');
    expect(year.change?.total_amount).toEqual({ value: '-20.25', percent: -50.6 });
    expect(year.change?.total_requests).toEqual({ value: 3, percent: 300 });
    const row = body.table.at(-1);
    expect(row).toEqual({
      x: '2030-05-20',
      value: 4.25,
      values: { spend: 4.25 },
      previous: 0,
      partial: true,
    });
  });

  test('without a comparison has none', async () => {
    const body = await detailed('period=7d');
    expect([body.previous, body.change, body.breakdown]).toEqual([null, null, []]);
    expect(body.table).toHaveLength(7);
    expect(body.table[0]).toEqual({
      x: '2030-05-14',
      value: 0,
      values: { spend: 0 },
      previous: null,
      partial: false,
    });
  });

  test('breaks requests down by key, endpoint group and status, with a series for each', async () => {
    const partsOf = async (query: string) => {
      const { breakdown } = await detailed(`period=7d&metric=requests&${query}`);
      return breakdown.map(({ key, label, value, percent }) => [key, label, value, percent]);
    };
    expect(await partsOf('group_by=api_key')).toEqual([
      [keyId, 'Production', '2', 50],
      ['dashboard', 'Dashboard', '2', 50],
    ]);
    expect(await partsOf('group_by=endpoint_group')).toEqual([
      ['customs', 'Customs', '3', 75],
      ['speech', 'Speech', '1', 25],
    ]);
    expect(await partsOf('group_by=status')).toEqual([
      ['200', '200 OK', '3', 75],
      ['422', '422 Unprocessable Entity', '1', 25],
    ]);
    const { series, table, totals } = await detailed(
      'period=7d&metric=requests&group_by=endpoint_group',
    );
    expect(series.map(({ name, color }) => [name, color])).toEqual([
      ['Customs', 'chart-1'],
      ['Speech', 'chart-2'],
    ]);
    expect(table.at(-1)).toMatchObject({ value: 3, values: { customs: 2, speech: 1 } });
    expect(totals.total_requests).toBe(4);
  });

  test.each([
    ['endpoint_group=speech', 1],
    ['status_class=4', 1],
    [`endpoint=${encodeURIComponent(calculate.path)}`, 2],
  ])('filters by %s', async (query, count) => {
    const body = await detailed(`period=7d&metric=requests&${query}`);
    expect(body.totals.total_requests).toBe(count);
  });

  test('filters by key', async () => {
    const body = await detailed(`period=7d&metric=requests&api_key=${keyId}`);
    expect(body.totals).toMatchObject({ total_requests: 2, success_rate: 0.5 });
  });

  test('breaks payments and spending down', async () => {
    const partsOf = async (query: string) =>
      (await detailed(query)).breakdown.map(({ key, value, percent }) => [key, value, percent]);
    expect(await partsOf('metric=payments&group_by=status')).toEqual([
      ['completed', '1', 50],
      ['pending', '1', 50],
    ]);
    expect(await partsOf('metric=payments&group_by=currency')).toEqual([['USD', '30.00', null]]);
    expect(await partsOf('metric=spend&group_by=currency')).toEqual([['USD', '19.75', null]]);
  });
});

test('invalid parameters are reported by field', async () => {
  const { status, body } = await get('?period=8d&metric=apples&timezone=Mars/Olympus');
  expect([status, body]).toEqual([
    400,
    {
      period: [expect.any(String)],
      metric: [expect.any(String)],
      timezone: ['Enter a time zone such as Europe/Berlin.'],
    },
  ]);
  for (const query of ['timezone=%2B02:00', 'timezone=Europe/Berlin;select', 'timezone=']) {
    const { body: refused } = await get(`?${query}`);
    expect(Object.keys(refused)).toEqual(['timezone']);
  }
  for (const path of ['?currency=XXX', 'detailed/?currency=XXX'])
    expect((await get(path)).body).toEqual({ currency: ['"XXX" is not a valid choice.'] });
  expect((await get('detailed/?metric=spend&group_by=api_key')).body).toEqual({
    group_by: ['For spend choose of: currency.'],
  });
  expect((await get('detailed/?compare=later&api_key=x')).status).toBe(400);
});

test('other users’ charts are visible to staff only', async () => {
  for (const path of ['', 'detailed/']) {
    expect((await get(path, null)).body.code).toBe('not_authenticated');
    const mine = await get(`${path}?metric=requests&user=${annId}`, bob);
    expect(mine.body.totals.total_requests).toBe(0);
  }
  await t.signIn('support@example.com', { roles: ['support'] });
  const seen = await chart(`metric=requests&user=${annId}`, 'support@example.com');
  expect(seen.totals.total_requests).toBe(4);
});

test('a key with the scope may read its owner’s chart', async () => {
  // A customer of its own, because calls by key are counted.
  const dan = await t.signIn('dan@example.com');
  t.areas.usage.meter.record(createMeteredCall(createActor(dan.accountId)));
  await t.areas.usage.flush();
  const url = '/apix/billing/charts/?metric=requests&period=7d';
  const key = await createApiKey(t, dan);
  expect((await t.app.inject({ url, headers: key.headers })).json().totals.total_requests).toBe(1);
  const other = await createApiKey(t, dan, { scopes: ['customs'] });
  expect((await t.app.inject({ url, headers: other.headers })).json().code).toBe('scope_missing');
});
