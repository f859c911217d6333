import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import { createLedger, reopenDays, sealJournals } from '#areas/ledger/server/index.ts';
import { dayMs } from '#lib/durations.ts';
import { createPaymentBody } from '../wire/payments.ts';
import { createPayment } from './checkout/create-payment.ts';
import { createPayments, type Payments } from './context.ts';
import { countPayments } from './payments/payment-store.ts';
import { performAction, type SandboxAction } from './providers/sandbox/sandbox-actions.ts';
import { lockRecords } from './providers/sandbox/sandbox-store.ts';
import { reconcilePayment } from './settlement/reconcile-payment.ts';

const demoCustomer = 'demo@example.com';

type DemoPayment = { body: object; action?: SandboxAction; amountText?: string };
type DemoStep = { daysAgo: number } & (DemoPayment | { plan: string });

const demoSteps: readonly DemoStep[] = [
  { daysAgo: 40, plan: 'free' },
  {
    daysAgo: 39,
    body: { amount: '250.00', pay_currency: 'USD', description: 'First top-up' },
    action: 'pay',
  },
  { daysAgo: 38, plan: 'starter' },
  { daysAgo: 24, body: { amount: '120.00', pay_currency: 'usdttrc20' }, action: 'pay' },
  { daysAgo: 23, plan: 'renewal' },
  { daysAgo: 13, body: { amount: '75.00', pay_currency: 'USD' }, action: 'pay' },
  { daysAgo: 5, plan: 'pro' },
  {
    daysAgo: 5,
    body: { amount: '80.00', pay_currency: 'btc' },
    action: 'pay_part',
    amountText: '0.0004',
  },
  { daysAgo: 3, body: { amount: '40.00', pay_currency: 'eth' }, action: 'expire' },
  {
    daysAgo: 0,
    body: { amount: '60.00', pay_currency: 'usdttrc20', description: 'Waiting' },
  },
];

/** Billing takes a step of the plan, at the time of `payments`. */
type TakePlan = (payments: Payments, accountId: number, plan: string) => Promise<void>;

/** Six weeks through the sandbox; without it the demo customer has the free plan. Repeatable. */
export async function seedPayments(
  { kernel, providers, hasBillingCountry }: Payments,
  takePlan: TakePlan,
): Promise<void> {
  const { work } = kernel;
  const account = await work.read((db) => findAccountByEmail(db, demoCustomer));
  if (!account) return;
  if ((await work.read((db) => countPayments(db, account.id))) > 0) return;
  const started = kernel.clock.now();
  let now = started;
  const past = { ...kernel, clock: { now: () => now } };
  const payments = createPayments(past, createLedger(past), hasBillingCountry);
  const first = new Date(started.getTime() - demoSteps[0]!.daysAgo * dayMs);
  await work.write((tx) => reopenDays(tx, first.toISOString().slice(0, 10)));
  const steps = providers.find('sandbox') ? demoSteps : demoSteps.slice(0, 1);
  for (const step of steps) {
    now = new Date(started.getTime() - step.daysAgo * dayMs);
    if ('body' in step) await pay(payments, account.id, step);
    else await takePlan(payments, account.id, step.plan);
  }
  // Journals in the past are before those that were sealed already.
  await sealJournals(kernel, { isComplete: true });
}

async function pay(payments: Payments, accountId: number, demo: DemoPayment): Promise<void> {
  const { body, action, amountText = '' } = demo;
  const { work, clock } = payments.kernel;
  const actor = { accountId, roles: [], status: 'active', via: 'session' } as const;
  const { uuid } = await createPayment(payments, actor, createPaymentBody.parse(body));
  if (!action) return;
  await work.write(async (tx) => {
    const records = await lockRecords(tx, uuid);
    if (records) await performAction(tx, records, action, { amountText, now: clock.now() });
  });
  await reconcilePayment(payments, uuid, 'poll');
}
