import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import { charge } from '#areas/ledger/server/index.ts';
import { amountOf } from '#lib/money.ts';
import { createPaymentBody } from '../wire/payments.ts';
import { createPayment } from './checkout/create-payment.ts';
import type { Payments } from './context.ts';
import { countPayments } from './payments/payment-store.ts';
import { performAction, type SandboxAction } from './providers/sandbox/sandbox-actions.ts';
import { lockRecords } from './providers/sandbox/sandbox-store.ts';
import { reconcilePayment } from './settlement/reconcile-payment.ts';

const demoCustomer = 'demo@example.com';

const demoPayments: readonly { body: object; action: SandboxAction | null; amountText?: string }[] =
  [
    { body: { amount: '250.00', pay_currency: 'USD', description: 'First top-up' }, action: 'pay' },
    { body: { amount: '120.00', pay_currency: 'usdttrc20' }, action: 'pay' },
    { body: { amount: '80.00', pay_currency: 'btc' }, action: 'pay_part', amountText: '0.0004' },
    { body: { amount: '40.00', pay_currency: 'eth' }, action: 'expire' },
    { body: { amount: '60.00', pay_currency: 'usdttrc20', description: 'Waiting' }, action: null },
  ];

/** Payments of the demo customer through the sandbox, in several states. Safe to repeat. */
export async function seedPayments(payments: Payments): Promise<void> {
  const { kernel, ledger, providers } = payments;
  const { work } = kernel;
  const account = await work.read((db) => findAccountByEmail(db, demoCustomer));
  if (!account || !providers.find('sandbox')) return;
  if ((await work.read((db) => countPayments(db, account.id))) > 0) return;
  const actor = { accountId: account.id, roles: [], status: 'active', via: 'session' } as const;
  for (const { body, action, amountText = '' } of demoPayments) {
    const { uuid } = await createPayment(payments, actor, createPaymentBody.parse(body));
    if (!action) continue;
    await work.write(async (tx) => {
      const records = await lockRecords(tx, uuid);
      if (records)
        await performAction(tx, records, action, { amountText, now: kernel.clock.now() });
    });
    await reconcilePayment(payments, uuid, 'poll');
  }
  const plan = charge({
    accountId: account.id,
    amount: amountOf('19.00', 'USD'),
    idempotencyKey: `seed:${account.id}`,
    reference: 'DEMO-1',
    description: 'Starter plan',
    actor: 'job:seed',
  });
  await work.write((tx) => ledger.post(tx, plan));
}
