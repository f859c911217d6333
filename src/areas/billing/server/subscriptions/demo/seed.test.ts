import { expect, it } from 'vitest';
import { seedAccounts } from '#areas/accounts/server/index.ts';
import { seedCountry, seedProfile } from '#areas/invoices/server/index.ts';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { seedPayments } from '#areas/payments/server/index.ts';
import { fetchCurrentSubscription } from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';
import { seedPlan } from './seed.ts';
import { seedCustomers } from './seed-customers.ts';

const t = useApp();

it('seeds a plan with a trial, its first charge and an upgrade for the demo customer', async () => {
  await seedAccounts(t.kernel);
  await seedProfile(t.areas.invoices);
  const seed = () =>
    seedPayments(t.areas.payments, (payments, accountId, plan) =>
      seedPlan(t.areas.subscriptions, payments, accountId, plan),
    );
  await seed();
  await seed();
  const plan = await fetchCurrentSubscription(t, { email: 'demo@example.com' });
  expect(plan.tariff.slug).toBe('pro');
  const charges = await t.kernel.database.write
    .selectFrom('subscription_charge')
    .select('kind')
    .where('subscription_id', '=', plan.id)
    .orderBy('created_at')
    .execute();
  expect(charges.map(({ kind }) => kind)).toEqual(['start', 'upgrade']);
});

it('seeds customers of a year with every movement of MRR, in a sound ledger', async () => {
  const { subscriptions, keys } = t.areas;
  await seedCustomers(subscriptions, keys, () => undefined, seedCountry);
  await seedCustomers(subscriptions, keys, () => undefined, seedCountry);
  const { write } = t.kernel.database;
  const movements = await write.selectFrom('mrr_movement').selectAll().execute();
  expect(new Set(movements.map(({ kind }) => kind))).toEqual(
    new Set(['new', 'expansion', 'contraction', 'churn', 'reactivation']),
  );
  const overdue = await write
    .selectFrom('subscription')
    .select('id')
    .where('status', '=', 'past_due')
    .execute();
  expect(overdue).toHaveLength(1);
  expect((await verifyLedger(t.kernel)).isSound).toBe(true);
});
