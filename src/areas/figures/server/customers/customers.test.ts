import { beforeAll, describe, expect, test } from 'vitest';
import type { CohortsWire, FunnelWire, TrialsWire } from '#areas/figures/wire/index.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { askFigures, fetchFigures } from '#test/factories/figures.ts';
import {
  advanceDays,
  callSubscriptions,
  createCustomer,
  createSubscription,
} from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';

const t = useApp();

const liveUntil = async (day: string) => {
  while (t.clock.now() < new Date(`${day}T12:00:00Z`)) await advanceDays(t, 1);
};

beforeAll(async () => {
  t.clock.set(new Date('2027-01-31T23:59:59Z'));
  const called = await createCustomer(t, 'called@example.com', '79');
  const { id } = await createApiKey(t, called);
  await t.kernel.database.write
    .insertInto('api_key_usage')
    .values({ key_id: id, requests: 1n, last_used_at: t.clock.now() })
    .execute();
  await createSubscription(t, called, 'pro');
  t.clock.set(new Date('2027-02-01T00:00:00Z'));
  await createApiKey(t, await createCustomer(t, 'key-only@example.com'));
  await createCustomer(t, 'nothing@example.com');
  const converts = await createCustomer(t, 'converts@example.com', '19');
  await createSubscription(t, converts, 'starter');
  const gives = await createCustomer(t, 'gives-up@example.com', '19');
  const trial = await createSubscription(t, gives, 'starter');
  await callSubscriptions(t, gives, 'POST', `${trial.id}/cancel/`, {});
  const poor = await createCustomer(t, 'poor@example.com', '1');
  await createSubscription(t, poor, 'starter');
  await liveUntil('2027-03-02');
  const stays = await createCustomer(t, 'stays@example.com', '790');
  await createSubscription(t, stays, 'pro', { billing_period: 'yearly' });
  await createSubscription(t, await createCustomer(t, 'tries@example.com', '19'), 'starter');
  // The renewals of the first two fail, and their plans end.
  await liveUntil('2027-03-14');
});

test('the funnel has each account in the month of its sign-up, in UTC', async () => {
  const { results, total } = await fetchFigures<FunnelWire>(t, 'funnel/?from=2027-01&to=2027-02');
  expect(results).toEqual([
    { month: '2027-01', partial: false, signups: 1, first_key: 1, first_call: 1, first_payment: 1 },
    { month: '2027-02', partial: false, signups: 5, first_key: 1, first_call: 0, first_payment: 1 },
  ]);
  expect(total).toEqual({ signups: 6, first_key: 2, first_call: 1, first_payment: 2 });
});

test('trials are converted, ended or running, and those that run are no failure', async () => {
  const { results, total } = await fetchFigures<TrialsWire>(t, 'trials/?from=2027-01');
  expect(results).toEqual([
    {
      month: '2027-01',
      partial: false,
      started: 0,
      running: 0,
      converted: 0,
      ended: 0,
      conversion: null,
    },
    {
      month: '2027-02',
      partial: false,
      started: 3,
      running: 0,
      converted: 1,
      ended: 2,
      conversion: 0.3333,
    },
    {
      month: '2027-03',
      partial: true,
      started: 1,
      running: 1,
      converted: 0,
      ended: 0,
      conversion: null,
    },
  ]);
  expect(total).toMatchObject({ started: 4, converted: 1, ended: 2, running: 1 });
});

describe('cohorts', () => {
  test('are accounts by their first month, with who and what is left of them', async () => {
    const { results } = await fetchFigures<CohortsWire>(t, 'cohorts/?from=2027-01');
    expect(results.map(({ month, accounts, mrr }) => [month, accounts, mrr])).toEqual([
      ['2027-01', 1, '79.00'],
      ['2027-02', 1, '19.00'],
      ['2027-03', 1, '65.83'],
    ]);
    expect(results[0]!.months).toEqual([
      { after: 0, accounts: 1, retained: 1, mrr: '79.00', retained_mrr: 1 },
      { after: 1, accounts: 1, retained: 1, mrr: '79.00', retained_mrr: 1 },
      { after: 2, accounts: 0, retained: 0, mrr: '0.00', retained_mrr: 0 },
    ]);
  });

  test('add up to the paying accounts and the MRR of the month', async () => {
    const { results } = await fetchFigures<CohortsWire>(t, 'cohorts/?from=2027-01');
    const now = results.map(({ months }) => months.at(-1)!);
    const last = (
      await fetchFigures<{ results: { paying: number; mrr: string }[] }>(t, 'revenue/')
    ).results.at(-1)!;
    expect(now.reduce((sum, { accounts }) => sum + accounts, 0)).toBe(last.paying);
    const cents = now.reduce((sum, { mrr }) => sum + Math.round(Number(mrr) * 100), 0);
    expect(cents).toBe(Math.round(Number(last.mrr) * 100));
  });
});

test.each([
  ['funnel', 3],
  ['trials', 3],
  ['cohorts', 6],
])('%s is a file', async (name, lines) => {
  const { raw, headers } = await askFigures(t, `${name}/?from=2027-01&format=csv`);
  expect(headers['content-disposition']).toBe(`attachment; filename="${name}.csv"`);
  expect(readCsv(raw.body)).toHaveLength(1 + lines);
});
