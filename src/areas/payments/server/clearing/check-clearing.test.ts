import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { createStripePayment, useStripeAccount } from '#test/factories/stripe-payments.ts';
import { startHttpServer } from '#test/fakes/http-server.ts';
import type { StripeAccount } from '#test/fakes/stripe-account.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import type { BalanceProvider } from '../providers/provider.ts';
import { createProviders } from '../providers/providers.ts';
import { checkAllClearing, checkClearing } from './check-clearing.ts';
import { countUnexplained } from './clearing-store.ts';

const t = useApp();
let stripe: StripeAccount;
let customer: SignedIn;

beforeAll(async () => {
  stripe = await useStripeAccount(t);
  await t.signIn('finance@example.com', { roles: ['finance'] });
  customer = await t.signIn('customer@example.com');
  // Before our first payment.
  stripe.move('charge', 1000);
  stripe.movements[0]!.created = 1_700_000_000;
  await check();
});
afterAll(() => stripe.stop());
beforeEach(() => t.clock.advance(dayMs));

const check = () => checkAllClearing(t.areas.payments);
const listItems = () => t.kernel.database.write.selectFrom('clearing_item').selectAll().execute();
const listItemsFor = async (paymentId: string) =>
  (await listItems()).filter(({ payment_id }) => payment_id === paymentId);
const alerts = async () =>
  (await t.mails()).filter(({ kind }) => kind === 'payments.clearing').length;
const readSum = async (kind: string, currency = 'USD', label = 'stripe_test') => {
  const { rows } = await t.kernel.database.pool.query(
    `select coalesce(sum(p.amount), 0)::float as sum from posting p
     join ledger_account a on a.id = p.ledger_account_id
     where a.kind = $1 and a.currency = $2 and a.label = $3`,
    [kind, currency, label],
  );
  return rows[0].sum as number;
};

test('fee, conversion and what was there before are booked, and a payment waits for its other side', async () => {
  const money = { units: 10_000, currency: 'EUR', rate: 1.1 };
  const payment = await createStripePayment(t, stripe, customer, money);
  const [fees, mails] = [await readSum('provider_fees'), await alerts()];
  await check();
  expect(await listItemsFor(payment.id)).toMatchObject([{ currency: 'EUR' }]);
  expect(await alerts()).toBe(mails);
  await payment.reconcile();
  await check();
  expect(await listItemsFor(payment.id)).toEqual([]);
  expect(await readSum('provider_other')).toBe(10);
  expect(fees - (await readSum('provider_fees'))).toBeCloseTo(3.49);
  expect(await readSum('provider_balance')).toBe(-(stripe.total() / 100));
  expect([await readSum('exchange', 'USD', ''), await readSum('exchange', 'EUR', '')]).toEqual([
    110, -100,
  ]);
});

test('a payment that is never reported is unexplained after three days, and mailed once a day', async () => {
  const { reconcile } = await createStripePayment(t, stripe, customer);
  await check();
  t.clock.advance(3 * dayMs + minuteMs);
  const before = await alerts();
  await check();
  await check();
  expect((await alerts()) - before).toBe(1);
  expect(await t.kernel.work.read(countUnexplained)).toEqual({ stripe: 1 });
  await reconcile();
  await check();
  expect(await t.kernel.work.read(countUnexplained)).toEqual({ stripe: 0 });
});

test('a type that we don’t know is booked to unexplained and mailed at once', async () => {
  stripe.move('quantum_entanglement', -123);
  const before = await alerts();
  await check();
  expect(await readSum('unexplained')).toBe(-1.23);
  expect((await alerts()) - before).toBe(1);
  const [item] = await listItems();
  await t.kernel.database.write
    .updateTable('clearing_item')
    .set({ note: 'Asked Stripe', noted_at: t.clock.now() })
    .where('id', '=', item!.id)
    .execute();
  await check();
  expect(await t.kernel.work.read(countUnexplained)).toEqual({ stripe: 0 });
});

test('a balance that no movement explains is mailed', async () => {
  const real = t.areas.payments.providers.find('stripe')!.balance!;
  const wrong: BalanceProvider = {
    listMovements: (since, deposits) => real.listMovements(since, deposits),
    readBalance: async () => [{ currency: 'USD', available: '1000000.00', pending: '0' }],
  };
  const before = await alerts();
  await checkClearing(t.areas.payments, { provider: 'stripe', isTest: true }, wrong);
  expect((await alerts()) - before).toBe(1);
});

test('NOWPayments: a deposit books its fee and outcome, a payout what left', async () => {
  const wire = await startHttpServer();
  const keys = { NOWPAYMENTS_API_KEY: 'key', NOWPAYMENTS_IPN_SECRET: 'secret' };
  const [nowpayments] = createProviders(
    { ...t.kernel, config: { ...t.kernel.config, ...keys } },
    { nowpayments: { baseUrl: wire.url } },
  ).offered;
  const at = '2026-11-20T12:00:00.000Z';
  wire.on('GET /payment/7', {
    status: 200,
    body: {
      payment_id: 7,
      payment_status: 'finished',
      price_amount: 25,
      price_currency: 'usd',
      pay_currency: 'btc',
      outcome_amount: 24.5,
      outcome_currency: 'usdttrc20',
      fee: { currency: 'usdttrc20', depositFee: 0.1, withdrawalFee: 0, serviceFee: 0.15 },
      updated_at: at,
    },
  });
  const payout = { id: 'w1', status: 'FINISHED', currency: 'usdttrc20', amount: '10', fee: 1 };
  wire.on('GET /payout', { status: 200, body: { payouts: [{ ...payout, created_at: at }] } });
  wire.on('GET /balance', {
    status: 200,
    body: { usdttrc20: { amount: 13.5, pendingAmount: 0 } },
  });
  const worth = { currency: 'USD', amount: '25.00' };
  const pages = await Array.fromAsync(
    nowpayments!.balance!.listMovements(new Date(0), [{ id: '7', worth }]),
  );
  expect(pages.flat()).toMatchObject([
    { id: '7', amount: { amount: '24.75' }, fee: { amount: '0.25' }, source: worth },
    { id: 'payout:w1', category: 'payout', amount: { amount: '-10' }, fee: { amount: '1' } },
  ]);
  expect(await nowpayments!.balance!.readBalance()).toEqual([
    { currency: 'usdttrc20', available: '13.5', pending: '0' },
  ]);
  await wire.stop();
});
