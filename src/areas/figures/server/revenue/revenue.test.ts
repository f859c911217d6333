import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MovementWire, RevenueMonthWire } from '#areas/figures/wire/index.ts';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { askFigures, fetchFigures, fetchRevenue } from '#test/factories/figures.ts';
import { countRequests } from '#test/factories/overage.ts';
import {
  addFunds,
  advanceDays,
  callSubscriptions,
  createCustomer,
  createSubscription,
} from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';
import { scaledMs } from '#test/time-limits.ts';

const t = useApp();
const db = () => t.kernel.database.write;
let returns: SignedIn;

const goTo = async (day: string) => {
  t.clock.set(new Date(`${day}T12:00:00Z`));
  await t.jobs.runSchedule('billing.renew');
};
/** Day by day, so that what is due is done when it is due. */
const liveUntil = async (day: string) => {
  while (t.clock.now() < new Date(`${day}T12:00:00Z`)) await advanceDays(t, 1);
};
const cents = (text: string) => Math.round(Number(text) * 100);

beforeAll(async () => {
  await goTo('2027-01-10');
  const stays = await createCustomer(t, 'stays@example.com', '2000');
  await createSubscription(t, stays, 'pro');
  const yearly = await createCustomer(t, 'yearly@example.com', '790');
  await createSubscription(t, yearly, 'pro', { billing_period: 'yearly' });
  returns = await createCustomer(t, 'returns@example.com', '79');
  const { id } = await createSubscription(t, returns, 'pro');
  // Costs nothing until the trial is over.
  const trial = await createCustomer(t, 'trial@example.com', '500');
  await createSubscription(t, trial, 'starter');
  await liveUntil('2027-02-14');
  await countRequests(t, stays, 1_010_000);
  // The renewal of February failed, and the plan ended on the 17th.
  await liveUntil('2027-02-20');
  expect((await callSubscriptions(t, returns, 'GET', `${id}/`)).body.status).toBe('expired');
  const current = await callSubscriptions(t, stays, 'GET', 'current/');
  await callSubscriptions(t, stays, 'PATCH', `${String(current.body.id)}/`, { tariff: 'scale' });
  await liveUntil('2027-03-12');
  await addFunds(t, returns.accountId, '500');
  await createSubscription(t, returns, 'pro');
  const ofTrial = await callSubscriptions(t, trial, 'GET', 'current/');
  const change = await callSubscriptions(t, trial, 'PATCH', `${String(ofTrial.body.id)}/`, {
    tariff: 'pro',
  });
  expect(change.status).toBe(200);
  await liveUntil('2027-03-30');
  const ofYearly = await callSubscriptions(t, yearly, 'GET', 'current/');
  const back = { tariff: 'starter', billing_period: 'monthly' };
  await callSubscriptions(t, yearly, 'PATCH', `${String(ofYearly.body.id)}/`, back);
  const ofStays = await callSubscriptions(t, stays, 'GET', 'current/');
  await callSubscriptions(t, stays, 'PATCH', `${String(ofStays.body.id)}/`, { tariff: 'pro' });
  await liveUntil('2027-04-20');
}, scaledMs(120_000));

const months = (rows: readonly RevenueMonthWire[]) =>
  Object.fromEntries(rows.map((row) => [row.month, row]));

describe('MRR', () => {
  test('moves by new plans, changes, ends and returns, in the month in which they happen', async () => {
    const { '2027-01': january, '2027-02': february, ...later } = months(await fetchRevenue(t));
    // 79 + 790 / 12 + 79, and the starter plan once its trial of 14 days was over.
    expect(january).toMatchObject({
      partial: false,
      mrr_before: '0.00',
      new: '242.83',
      churn: '0.00',
      mrr: '242.83',
      paying: 4,
      arpu: '60.71',
    });
    expect(february).toMatchObject({
      mrr_before: '242.83',
      expansion: '220.00',
      churn: '79.00',
      mrr: '383.83',
      paying: 3,
    });
    expect(later['2027-03']).toMatchObject({
      expansion: '60.00',
      reactivation: '79.00',
      new: '0.00',
      mrr: '522.83',
      paying: 4,
    });
    // Scale became Pro at the renewal; the yearly plan changes at the end of its year.
    expect(later['2027-04']).toMatchObject({ contraction: '220.00', partial: true, mrr: '302.83' });
  });

  test('of a month is that of the month before and what moved it', async () => {
    const rows = await fetchRevenue(t, '?from=2026-06&to=2027-04');
    expect(rows).toHaveLength(11);
    let before = 0;
    for (const row of rows) {
      expect(cents(row.mrr_before)).toBe(before);
      before +=
        cents(row.new) +
        cents(row.reactivation) +
        cents(row.expansion) -
        cents(row.contraction) -
        cents(row.churn);
      expect(cents(row.mrr)).toBe(before);
    }
  });

  test('of now is what the live plans cost per month', async () => {
    const { rows } = await sql<{ mrr: string; paying: bigint }>`
      select sum(round(price / case billing_period when 'yearly' then 12 else 1 end, 2)) as mrr,
        count(*) as paying
      from subscription where status in ('active', 'past_due') and price > 0`.execute(db());
    const last = (await fetchRevenue(t)).at(-1)!;
    expect(cents(last.mrr)).toBe(cents(rows[0]!.mrr));
    expect(last.paying).toBe(Number(rows[0]!.paying));
  });

  test('starts with the movements before the period', async () => {
    const [march] = await fetchRevenue(t, '?from=2027-03&to=2027-03');
    expect(march).toMatchObject({ mrr_before: '383.83', mrr: '522.83', paying: 4 });
  });

  test('in a currency without plans is zero, and never added to another', async () => {
    const { currency, currencies, results } = await fetchFigures<{
      currency: string;
      currencies: string[];
      results: RevenueMonthWire[];
    }>(t, 'revenue/?currency=EUR');
    expect([currency, currencies]).toEqual(['EUR', ['USD']]);
    expect(results.at(-1)).toMatchObject({ mrr: '0.00', paying: 0, arpu: null });
  });
});

test('what was charged in a month is in the ledger, by its kind', async () => {
  const { rows } = await sql<{ month: string; plans: string; overage: string }>`
    select to_char(j.created_at at time zone 'UTC', 'YYYY-MM') as month,
      coalesce(sum(p.amount) filter (where j.metadata ->> 'kind' <> 'overage'), 0) as plans,
      coalesce(sum(p.amount) filter (where j.metadata ->> 'kind' = 'overage'), 0) as overage
    from journal j join posting p on p.journal_id = j.id
    join ledger_account l on l.id = p.ledger_account_id and l.kind = 'revenue'
    where j.transaction_type = 'charge' group by 1`.execute(db());
  expect(rows.map(({ month }) => month).sort()).toEqual([
    '2027-01',
    '2027-02',
    '2027-03',
    '2027-04',
  ]);
  const byMonth = months(await fetchRevenue(t));
  for (const { month, plans, overage } of rows) {
    expect([month, cents(byMonth[month]!.plans_charged)]).toEqual([month, cents(plans)]);
    expect([month, cents(byMonth[month]!.overage_charged)]).toEqual([month, cents(overage)]);
  }
  expect(rows.some(({ overage }) => Number(overage) > 0)).toBe(true);
  expect((await verifyLedger(t.kernel)).isSound).toBe(true);
});

test('what came before the history is rebuilt from the charges', async () => {
  const file = readFileSync(
    new URL('../../../../../migrations/0041_figures.sql', import.meta.url),
    'utf8',
  );
  const backfill = file.slice(file.indexOf('with priced'), file.indexOf('-- End of what came'));
  const before = await fetchRevenue(t);
  await db().deleteFrom('mrr_movement').execute();
  await sql.raw(backfill).execute(db());
  expect(await fetchRevenue(t)).toEqual(before);
});

describe('the movements', () => {
  test('of a month and kind name their accounts', async () => {
    const { results, count } = await fetchFigures<{ results: MovementWire[]; count: number }>(
      t,
      'movements/?month=2027-02&kind=churn',
    );
    expect(count).toBe(1);
    expect(results[0]).toMatchObject({
      user: returns.accountId,
      user_email: 'returns@example.com',
      kind: 'churn',
      amount: '-79.00',
      currency: 'USD',
    });
  });

  test('of an account are its history, newest first', async () => {
    const { results } = await fetchFigures<{ results: MovementWire[] }>(
      t,
      `movements/?user=${returns.accountId}`,
    );
    expect(results.map(({ kind }) => kind)).toEqual(['reactivation', 'churn', 'new']);
  });

  test('are a file', async () => {
    const { raw, headers } = await askFigures(t, 'movements/?format=csv');
    expect(headers['content-disposition']).toBe('attachment; filename="movements.csv"');
    const rows = readCsv(raw.body);
    expect(rows[0]).toContain('amount');
    expect(rows.length).toBeGreaterThan(5);
  });

  test('have no page after the last one', async () => {
    expect((await askFigures(t, 'movements/?page=99')).status).toBe(404);
  });
});

test('revenue is a file with a line for each month', async () => {
  const { raw } = await askFigures(t, 'revenue/?from=2027-01&to=2027-03&format=csv');
  const [head, ...rows] = readCsv(raw.body);
  expect(rows).toHaveLength(3);
  expect(rows[0]![head!.indexOf('mrr')]).toBe('242.83');
});

test.each([
  ['from=2027-03&to=2027-02', 'from'],
  ['from=2020-01', 'from'],
  ['to=2031-01', 'to'],
  ['from=2027-13', 'from'],
  ['currency=XXZ', 'currency'],
])('a period or currency that makes no sense is refused: %s', async (query, field) => {
  const { status, body } = await askFigures(t, `revenue/?${query}`);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(field);
});
