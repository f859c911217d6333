// Payments by saved cards at a Stripe account that stands in for the real one.
import { createProviders } from '#areas/payments/server/providers/providers.ts';
import { reconcilePayment } from '#areas/payments/server/settlement/reconcile-payment.ts';
import { createId } from '#kernel/ids.ts';
import { hourMs } from '#lib/durations.ts';
import { type StripeAccount, startStripeAccount } from '../fakes/stripe-account.ts';
import type { SignedIn, TestApp } from '../harness.ts';

/** The app's payments are those of this account from now on. The caller stops it. */
export async function useStripeAccount(t: TestApp): Promise<StripeAccount> {
  const account = await startStripeAccount(() => t.clock.now());
  const keys = { STRIPE_SECRET_KEY: 'sk_test_123', STRIPE_WEBHOOK_SECRET: 'whsec_test' };
  const { port } = account.server;
  t.areas.payments.providers = createProviders(
    { ...t.kernel, config: { ...t.kernel.config, ...keys } },
    {
      stripe: { host: '127.0.0.1', port, protocol: 'http', timeout: 30_000, maxNetworkRetries: 0 },
    },
  );
  return account;
}

let numbers = 0;

/** Paid at Stripe; `reconcile` tells our side. */
export async function createStripePayment(
  t: TestApp,
  account: StripeAccount,
  { accountId }: Pick<SignedIn, 'accountId'>,
  { units = 2500, currency = 'USD', rate = 1, feeUnits = 0 } = {},
) {
  const now = t.clock.now();
  const id = createId(now);
  const intent = account.charge(id, units, currency.toLowerCase(), rate);
  await t.kernel.database.write
    .insertInto('payment')
    .values({
      id,
      internal_id: `PAY_STRIPE_${++numbers}`,
      account_id: accountId,
      amount: String((units - feeUnits) / 100),
      fee_amount: String(feeUnits / 100),
      currency,
      pay_currency: currency,
      pay_amount: String(units / 100),
      exchange_rate: '1',
      rate_source: 'stripe',
      rate_at: now,
      provider: 'stripe',
      provider_payment_id: intent.id,
      is_test: true,
      status_changed_at: now,
      expires_at: new Date(now.getTime() + hourMs),
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { id, intent, reconcile: () => reconcilePayment(t.areas.payments, id, 'webhook') };
}
