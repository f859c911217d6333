import { expect, it } from 'vitest';
import { seedAccounts } from '#areas/accounts/server/index.ts';
import { seedPayments } from '#areas/payments/server/index.ts';
import { fetchCurrentSubscription } from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';
import { seedSubscriptions } from './seed.ts';

const t = useApp();

it('seeds one paid plan for the demo customer', async () => {
  await seedAccounts(t.kernel);
  await seedPayments(t.areas.payments);
  await seedSubscriptions(t.areas.subscriptions);
  await seedSubscriptions(t.areas.subscriptions);
  const plan = await fetchCurrentSubscription(t, { email: 'demo@example.com' });
  expect(plan.tariff.slug).toBe('pro');
  const charges = await t.kernel.database.write
    .selectFrom('subscription_charge')
    .selectAll()
    .execute();
  expect(charges).toHaveLength(1);
});
