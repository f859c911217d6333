// Usage over the quota costs the same in its records, for its key, against the cap, in the wallet and
// on the invoice.
import { expect, test } from 'vitest';
import type { ApiKeyWire } from '#areas/billing/wire/keys.ts';
import type { SpendingWire } from '#areas/billing/wire/spending.ts';
import { createApiKey } from '../factories/api-keys.ts';
import { endUsageMonth, readPaidOverage } from '../factories/overage.ts';
import { createCustomer, createSubscription } from '../factories/subscriptions.ts';
import { createActor, createMeteredCall } from '../factories/usage.ts';
import { checkFigures } from '../figures/check-figures.ts';
import { createReader } from '../figures/read-figures.ts';
import { useApp } from '../harness.ts';
import { send } from '../requests.ts';

const t = useApp();

test('what is over the quota costs the same everywhere', async () => {
  await t.kernel.database.pool.query(
    `update tariff set limits = limits || '{"requests_per_month": 3}', overage_price = 0.05
     where slug = 'pro'`,
  );
  let who = await createCustomer(t, 'over@example.com', '200');
  await createSubscription(t, who, 'pro');
  const key = await createApiKey(t, who, { name: 'shop', scopes: ['profile:read'] });
  const call = (path: string) => send(t, 'GET', path, undefined, key);
  for (let time = 0; time < 5; time++) await call('/apix/accounts/profile/');
  // Refused and failed calls are not over the quota.
  await call('/apix/payments/transactions/');
  const failed = { status: 503, overageUnits: 1 };
  t.areas.usage.meter.record(createMeteredCall(createActor(who.accountId, key.id), failed));
  await checkFigures(t, who);
  const { get, usage, plan } = createReader(t, who);
  const { summary } = await usage({ created_after: (await plan()).usage.started_at });
  const { month } = await get<ApiKeyWire>(`/apix/billing/api-keys/${key.id}/`);
  const spending = await get<SpendingWire>('/apix/billing/spending/');
  expect([summary.units, month.requests, spending.used]).toEqual(['5', 5, 5]);
  expect([summary.cost, month.overage_cost, spending.spent]).toEqual(['0.10', '0.10', '0.10']);

  await endUsageMonth(t, who);
  await t.jobs.runSchedule('billing.overage');
  expect(Number(await readPaidOverage(t, who))).toBe(0.1);
  who = await t.signIn(who.email);
  await checkFigures(t, who);
});
