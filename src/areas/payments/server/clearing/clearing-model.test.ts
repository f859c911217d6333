// Random histories of a Stripe account: the books say to the cent what Stripe has, on each day.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { createStripePayment, useStripeAccount } from '#test/factories/stripe-payments.ts';
import type { StripeAccount } from '#test/fakes/stripe-account.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { createChance } from '#test/money/chance.ts';
import { send } from '#test/requests.ts';
import { scaledMs } from '#test/time-limits.ts';
import type { ClearingDayWire } from '../../wire/clearing.ts';
import { checkAllClearing } from './check-clearing.ts';

const t = useApp();
let stripe: StripeAccount;
let customer: SignedIn;
const chance = createChance(20_261_130, 1);

beforeAll(async () => {
  stripe = await useStripeAccount(t);
  t.clock.set(new Date(`${nextDay()}T00:30:00Z`));
  customer = await t.signIn('customer@example.com');
});
afterAll(() => stripe.stop());

type Payment = Awaited<ReturnType<typeof createStripePayment>>;
type Refund = ReturnType<StripeAccount['refund']>;
type Dispute = ReturnType<StripeAccount['dispute']>;
const payments: Payment[] = [];
/** What may still happen to a payment. */
const refunded: { payment: Payment; refund: Refund }[] = [];
const disputes: { payment: Payment; dispute: Dispute; isWithdrawn: boolean }[] = [];
const payouts: Refund[] = [];
const untouched = (): Payment[] =>
  payments.filter(({ intent }) => intent.refunds.length + intent.disputes.length === 0);
const takeOne = <T>(list: T[]): T | undefined => list.splice(chance.below(list.length), 1)[0];

/** Each does nothing where nothing fits. */
const events: (() => unknown)[] = [
  async () => {
    const isEuro = chance.below(3) === 0;
    const money = isEuro ? { currency: 'EUR', rate: 1.0837 } : { feeUnits: chance.below(2) * 49 };
    const units = 1000 + chance.below(9000);
    payments.push(await createStripePayment(t, stripe, customer, { units, ...money }));
  },
  () => {
    const payment = takeOne(untouched());
    if (!payment) return;
    const units = payment.intent.units - chance.below(2) * 500;
    refunded.push({ payment, refund: stripe.refund(payment.intent, units) });
  },
  () => {
    const one = takeOne(refunded);
    if (one) stripe.failRefund(one.payment.intent, one.refund);
  },
  () => {
    const payment = takeOne(untouched());
    if (!payment) return;
    const isPrevented = chance.below(3) === 0;
    const dispute = stripe.dispute(payment.intent, isPrevented ? 'prevented' : 'needs_response');
    if (isPrevented) return;
    stripe.withdraw(payment.intent, dispute);
    disputes.push({ payment, dispute, isWithdrawn: true });
  },
  // Won, and lost again after an appeal.
  () => {
    const one = disputes.length > 0 ? chance.pick(disputes) : undefined;
    if (!one) return;
    const { intent } = one.payment;
    if (one.isWithdrawn) stripe.reinstate(intent, one.dispute);
    else stripe.withdraw(intent, one.dispute);
    one.isWithdrawn = !one.isWithdrawn;
  },
  () => payouts.push(stripe.payOut(500 + chance.below(3000))),
  () => {
    const payout = takeOne(payouts);
    if (payout) stripe.failPayout(payout);
  },
  () => stripe.move('stripe_fee', -(1 + chance.below(300))),
  () => stripe.move('reserve_transaction', (chance.below(2) * 2 - 1) * 400),
  () => stripe.move('adjustment', chance.below(900) - 450),
];

const nextDay = () => new Date(t.clock.now().getTime() + dayMs).toISOString().slice(0, 10);

const reconcileAll = async () => {
  for (const { reconcile } of payments) await reconcile();
};

async function readDay(day: string): Promise<ClearingDayWire> {
  const finance = await t.signIn(`${day}@example.com`, { roles: ['finance'] });
  const path = `/apix/admin/clearing/days/?day=${day}&currency=USD`;
  const { body } = await send(t, 'GET', path, undefined, finance);
  return (body.results as ClearingDayWire[])[0]!;
}

const cents = (text: string): number => Math.round(Number(text) * 100);

test(
  'the books equal the balance of each day, and nothing is booked twice or unexplained',
  async () => {
    for (let day = 0; day < 8; day++) {
      const opening = stripe.total();
      for (let event = 0; event < 7; event++) {
        await chance.pick(events)();
        t.clock.advance(hourMs);
        // Reports of payments come late or not at all; the check runs in between, also twice.
        const late = payments.length > 0 && chance.below(2) === 0 ? chance.pick(payments) : null;
        await late?.reconcile();
        if (chance.below(3) === 0) await checkAllClearing(t.areas.payments);
      }
      await checkAllClearing(t.areas.payments);
      const found = await readDay(t.clock.now().toISOString().slice(0, 10));
      expect([day, cents(found.opening), cents(found.closing)]).toEqual([
        day,
        opening,
        stripe.total(),
      ]);
      const parts = [found.opening, found.charges, found.refunds, found.disputes, found.fees];
      const rest = [found.payouts, found.reserves, found.other];
      const sum = [...parts, ...rest].reduce((total, one) => total + cents(one), 0);
      expect(sum).toBe(stripe.total());
      expect(found.check).toMatchObject({ difference: '0.00', unexplained: '0.00' });
      expect(cents(found.check!.booked)).toBe(stripe.total());
      t.clock.set(new Date(`${nextDay()}T00:30:00Z`));
      await reconcileAll();
    }
    await reconcileAll();
    await checkAllClearing(t.areas.payments);
    await expectAgreement();
  },
  scaledMs(120_000),
);

async function expectAgreement() {
  const db = t.kernel.database.write;
  // Both sides have seen everything: no payment is open.
  expect(await db.selectFrom('clearing_item').selectAll().execute()).toEqual([]);
  const rows = await db.selectFrom('provider_movement').select('provider_id').execute();
  const ids = stripe.movements.map(({ id }) => id as string);
  expect(rows.map((row) => row.provider_id).sort()).toEqual(ids.sort());
  const journals = await db
    .selectFrom('journal')
    .select('id')
    .where('transaction_type', '=', 'settlement')
    .execute();
  const moving = stripe.movements.filter(({ amount, fee }) => amount !== 0 || fee !== 0);
  expect(journals).toHaveLength(moving.length);
  const report = await verifyLedger(t.kernel);
  expect(report.problems).toEqual([]);
  const clearing = report.trialBalance.filter(({ kind }) => kind === 'provider_clearing');
  expect(clearing.filter(({ sum }) => Number(sum) !== 0)).toEqual([]);
  expect((await t.mails()).filter(({ kind }) => kind === 'payments.clearing')).toEqual([]);
}
