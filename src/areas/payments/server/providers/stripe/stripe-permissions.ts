// Tries by reading what a restricted key may not do, before the first dispute needs it months later.
import type Stripe from 'stripe';
import { isPermitted } from './stripe-errors.ts';

/** By the names of Stripe's dashboard. */
const reads: Readonly<Record<string, (stripe: Stripe) => Promise<unknown>>> = {
  'Checkout Sessions': (stripe) => stripe.checkout.sessions.list({ limit: 1 }),
  PaymentIntents: (stripe) => stripe.paymentIntents.list({ limit: 1 }),
  SetupIntents: (stripe) => stripe.setupIntents.list({ limit: 1 }),
  PaymentMethods: (stripe) => stripe.paymentMethods.list({ limit: 1, type: 'card' }),
  Customers: (stripe) => stripe.customers.list({ limit: 1 }),
  Charges: (stripe) => stripe.charges.list({ limit: 1 }),
  Refunds: (stripe) => stripe.refunds.list({ limit: 1 }),
  Disputes: (stripe) => stripe.disputes.list({ limit: 1 }),
  Balance: (stripe) => stripe.balance.retrieve(),
  'Balance transaction sources': (stripe) =>
    stripe.balanceTransactions.list({ limit: 1, expand: ['data.source'] }),
};

export async function listMissingPermissions(stripe: Stripe): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(reads).map(async ([name, read]) => ({
      name,
      isGranted: await isPermitted(() => read(stripe)),
    })),
  );
  return results.filter(({ isGranted }) => !isGranted).map(({ name }) => name);
}
