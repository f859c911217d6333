import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import { charge } from '#areas/ledger/server/index.ts';
import { amountOf } from '#lib/money.ts';
import { createPaymentBody } from '../payment-body.ts';
import { createPayment } from './create-payment.ts';
import { countPaymentsOf } from './payment-store.ts';
import type { Payments } from './payments.ts';
import { type Move, makeMove } from './providers/sandbox-moves.ts';
import { findBooksToChange } from './providers/sandbox-store.ts';
import { reviewPayment } from './review-payment.ts';

const demoCustomer = 'demo@example.com';

const demoPayments: readonly { body: object; move: Move | null; amountText?: string }[] = [
  { body: { amount: '250.00', pay_currency: 'USD', description: 'First top-up' }, move: 'pay' },
  { body: { amount: '120.00', pay_currency: 'usdttrc20' }, move: 'pay' },
  { body: { amount: '80.00', pay_currency: 'btc' }, move: 'pay_part', amountText: '0.0004' },
  { body: { amount: '40.00', pay_currency: 'eth' }, move: 'expire' },
  { body: { amount: '60.00', pay_currency: 'usdttrc20', description: 'Waiting' }, move: null },
];

/** Payments of the demo customer through the sandbox, in several states. Safe to repeat. */
export async function seedPayments(payments: Payments): Promise<void> {
  const { kernel, ledger, providers } = payments;
  const { work } = kernel;
  const account = await work.read((db) => findAccountByEmail(db, demoCustomer));
  if (!account || !providers.find('sandbox')) return;
  if ((await work.read((db) => countPaymentsOf(db, account.id))) > 0) return;
  const actor = { accountId: account.id, roles: [], status: 'active', via: 'session' } as const;
  for (const { body, move, amountText = '' } of demoPayments) {
    const { uuid } = await createPayment(payments, actor, createPaymentBody.parse(body));
    if (!move) continue;
    await work.write(async (tx) => {
      const books = await findBooksToChange(tx, uuid);
      if (books) await makeMove(tx, books, move, { amountText, now: kernel.clock.now() });
    });
    await reviewPayment(payments, uuid, 'poll');
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
