// Money over a year and a half, through the API: cards that pay and cards that are declined, all
// that can become of cryptocurrencies, plans, spending caps, automatic top-ups, refunds,
// chargebacks, withdrawals and invoices, while the process dies at random points and the
// providers report everything twice, late and in another order. A few customers do a lot, the
// others join over time and do little. Ids are random, so two runs differ: it goes on until
// everything has happened.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import {
  createCustomer,
  createSubscription,
  fetchCurrentSubscription,
} from '../factories/subscriptions.ts';
import { startNowpayments } from '../fakes/providers/nowpayments/start-nowpayments.ts';
import { useApp } from '../harness.ts';
import { compareBooks } from '../money/books.ts';
import { createChance } from '../money/chance.ts';
import { deliverLate, moveOn } from '../money/crypto.ts';
import {
  act,
  type Customer,
  reviewWithdrawals,
  saveCard,
  setCap,
  topUpCeiling,
} from '../money/customers.ts';
import type { World } from '../money/world.ts';
import { scaledMs } from '../time-limits.ts';

const customersMax = Number(process.env.SIMULATED_CUSTOMERS ?? 1000);
/** They are there from the first day, and pay by the month. */
const regularsMax = 18;
/** Fewer for a quick look: not everything happens then. */
const days = Number(process.env.SIMULATED_DAYS ?? 548);
/** When the last customer has joined. */
const joiningDays = Math.ceil(days * 0.9);
/** What a regular customer does on a day, on average once in so many days. */
const restDays = 20;
/** What all others together do on a day. */
const othersActions = 2;
const deathEvery = 20;
const daily = [
  'payments.process_webhooks',
  'payments.check_card_setups',
  'payments.reconcile',
  'payments.expire',
  'billing.renew',
  'payments.top_up',
];
const weekly = [
  'billing.overage',
  'invoices.issue',
  'ledger.release_holds',
  'payments.warn_of_expiry',
];

const everything = `a cancellation, a cap, a card begun, a card removed, a card that expires,
  a card that is_declined, a card that needs_authentication, a card that pays, a change,
  a chargeback, a crypto payment, a payment begun, a payment: expire, a payment: fail,
  a payment: pay, a payment: pay_over, a plan, a refund, a refund proposed, a withdrawal,
  a withdrawal: approve, a withdrawal: reject, a withdrawal: return, a withdrawal: settle,
  crypto: confirm, crypto: expire, crypto: fail, crypto: fail_paid, crypto: pay,
  crypto: pay_dust, crypto: pay_late,
  crypto: pay_less, crypto: pay_more, crypto: pay_other_coin, crypto: pay_rest,
  crypto: pay_unknown_coin, crypto: refund, crypto: send, settings`.split(/,\s+/);

// Cards and payments in US dollars are those of the sandbox: a strict Stripe takes its place when
// it is started here, with the actions of customers at it beside test/money/crypto.ts.
const nowpayments = await startNowpayments({ now: () => t.clock.now(), deliver: null });
const t = useApp(nowpayments.settings);
afterAll(() => nowpayments.close());
const chance = createChance(20_261_127, deathEvery);
const world: World = { t, chance, done: new Map(), wrongs: [], nowpayments, late: [] };
const people: Customer[] = [];

/** The process dies where money moves, before a transaction ends, and when a card was charged. */
function makeMortal(): void {
  const { ledger, providers } = t.areas.payments;
  const { live } = t.kernel;
  const cards = providers.find('sandbox')!.cards!;
  const [post, publish, charge] = [ledger.post, live.publish, cards.charge];
  ledger.post = async (db, journal) => {
    chance.die();
    const posted = await post(db, journal);
    chance.die();
    return posted;
  };
  live.publish = async (...message) => {
    chance.die();
    await publish(...message);
  };
  cards.charge = async (request) => {
    chance.die();
    const id = await charge(request);
    chance.die();
    return id;
  };
}

async function join(n: number): Promise<void> {
  const who = await createCustomer(t, `customer${n}@example.com`, '400');
  const isRegular = n < regularsMax;
  const isReliable = isRegular && n % 3 === 0;
  const { email, accountId } = who;
  const customer = { email, accountId, isReliable, caps: [] };
  await createSubscription(t, who, isRegular ? 'pro' : 'starter', {
    billing_period: isRegular || chance.below(8) === 0 ? 'monthly' : 'yearly',
  });
  if (isReliable) await saveCard(world, who, 'pays');
  await setCap(world, who, customer);
  people.push(customer);
}

/** Jobs that gave up are tried again, as staff do. */
async function run(queue: string): Promise<void> {
  await t.jobs.runSchedule(queue).catch(() => undefined);
  for (const failedQueue of [...new Set(t.jobs.failed.map((job) => job.queue))])
    await t.jobs.retryFailed(failedQueue);
  await t.jobs.runAll().catch(() => undefined);
}

async function look(customer: Customer): Promise<void> {
  const plan = await fetchCurrentSubscription(t, customer);
  if (!plan.is_active || plan.tariff.slug === 'free')
    world.wrongs.push(
      `${customer.email} has a card that pays and lost the plan on ${t.clock.now().toISOString()}`,
    );
}

async function live(): Promise<void> {
  const isOver = (day: number) =>
    day >= days && (day >= 2 * days || everything.every((name) => world.done.has(name)));
  for (let day = 0; !isOver(day); day++) {
    t.clock.advance(dayMs - hourMs + chance.below(2 * hourMs));
    const joined = regularsMax + ((customersMax - regularsMax) * day) / joiningDays;
    while (people.length < Math.min(customersMax, joined)) await join(people.length);
    chance.allowDeaths(true);
    for (const customer of people.slice(0, regularsMax))
      if (chance.below(restDays) === 0) await act(world, customer);
    for (let n = 0; n < othersActions; n++) await act(world, chance.pick(people));
    await moveOn(world);
    for (const queue of daily) await run(queue);
    if (day % 7 === 0) for (const queue of weekly) await run(queue);
    if (day % 5 === 0) await reviewWithdrawals(world);
    chance.allowDeaths(false);
    if (day % 10 === 0)
      for (const customer of people) if (customer.isReliable) await look(customer);
  }
  await deliverLate(world);
  // What failed because the process died is tried again after a while.
  t.clock.advance(dayMs);
  for (const queue of [...daily, ...weekly, 'invoices.check']) await t.jobs.runSchedule(queue);
  await t.jobs.runAll();
}

const readRows = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await query.execute(t.kernel.database.write)).rows;

describe(`${customersMax} customers over ${days} days`, () => {
  beforeAll(async () => {
    t.clock.set(new Date('2027-01-31T23:59:58Z'));
    makeMortal();
    await live();
  }, scaledMs(3_600_000));

  test('do everything that is to be checked, and processes die meanwhile', () => {
    expect([...world.done.keys()].sort()).toEqual(everything);
    expect(chance.deaths()).toBeGreaterThan(100);
  });

  test('see no fault of the server, and keep their plans while a card works', () => {
    expect(world.wrongs).toEqual([]);
  });

  test('leave a ledger without problems, and no wallet below zero except by money that went back', async () => {
    expect((await verifyLedger(t.kernel)).problems).toEqual([]);
    expect(
      await readRows(sql`select a.account_id from wallet_balance w
        join ledger_account a on a.id = w.ledger_account_id where w.balance < 0 and not exists (
        select from payment_reversal r join payment p on p.id = r.payment_id
        where p.account_id = a.account_id
          and (r.kind = 'chargeback' or r.provider = 'nowpayments'))`),
    ).toEqual([]);
  });

  test('and NOWPayments have the same books, to the cent', async () => {
    expect(await compareBooks(world)).toEqual([]);
  });

  test('are charged once for each purpose, and exactly what the provider took', async () => {
    expect(
      await readRows(sql`select account_id, regexp_replace(charge_key, ':[0-9]+$', '') as purpose
        from payment where status = 'completed' and charge_key like 'renewal:%'
        group by 1, 2 having count(*) > 1`),
    ).toEqual([]);
    expect(
      await readRows(sql`select p.id, p.status from payment p
        left join sandbox_transfer s on s.sandbox_payment_id = p.id
        where p.card_id is not null group by p.id
        having count(s.id) <> (case when p.status in ('completed', 'refunded') then 1 else 0 end)`),
    ).toEqual([]);
    expect(
      await readRows(sql`select subscription_id, period_start from subscription_charge
        where kind <> 'upgrade' group by 1, 2 having count(*) > 1`),
    ).toEqual([]);
  });

  test('are never topped up beyond the ceiling of a month', async () => {
    expect(
      await readRows(sql`select account_id, date_trunc('month', created_at, 'UTC'), sum(amount) from payment
        where status = 'completed' and charge_key like 'top_up:%'
        group by 1, 2 having sum(amount) > ${topUpCeiling}`),
    ).toEqual([]);
  });

  test('pay no more for overage than the highest cap that they had', async () => {
    const sums = await readRows(sql<{ account_id: number; amount: string }>`
      select account_id, month_start, sum(amount) as amount from overage group by 1, 2`);
    const months = sums.map(({ account_id, amount }) => ({
      caps: people.find(({ accountId }) => accountId === account_id)!.caps,
      amount: Number(amount),
    }));
    expect(months.filter(({ caps, amount }) => amount > Math.max(...caps))).toEqual([]);
    expect(months.some(({ caps, amount }) => caps.includes(amount))).toBe(true);
  });

  test('get invoices without a gap, which sum up to the ledger', async () => {
    const [check] = await readRows(sql<{ differences: string[] }>`
      select differences from invoice_check order by checked_at desc limit 1`);
    expect(check?.differences).toEqual([]);
    expect(
      await readRows(sql`select series, last, (select count(*)::int from invoice
        where number like series || '%') as issued
        from invoice_series where last <> (select count(*) from invoice where number like series || '%')`),
    ).toEqual([]);
  });

  test('withdraw what is held until then, once', async () => {
    expect(
      await readRows(sql`select w.id, w.status from withdrawal w
        left join wallet_hold h on h.id = w.hold_id
        where (w.status in ('requested', 'approved')) <> (h.status is not distinct from 'open')`),
    ).toEqual([]);
  });

  test('get no more back than they paid', async () => {
    expect(
      await readRows(sql`select payment_id, sum(amount) from payment_reversal r where status = 'done'
        group by 1 having sum(amount) > (select sum(credited_amount) from payment_transfer f
          where f.payment_id = r.payment_id)`),
    ).toEqual([]);
  });
});
