import { sql } from 'kysely';
import { createId } from '#kernel/ids.ts';
import { apiKeysPath, createApiKey } from '../../factories/api-keys.ts';
import { createSubscription, subscriptionsPath } from '../../factories/subscriptions.ts';
import type { SignedIn, TestApp } from '../../harness.ts';
import { send } from '../../requests.ts';
import { createVia, newCustomer, newStaff, uniqueName, type Write, type Writes } from './write.ts';

async function withKey(t: TestApp, body?: object): Promise<Write> {
  const who = await newCustomer(t);
  const { id } = await createApiKey(t, who);
  return { who, params: { id }, ...(body && { body }) };
}

type Plan = { who: SignedIn; params: { id: string } };

async function withPlan(t: TestApp): Promise<Plan> {
  const who = await newCustomer(t);
  const { id } = await createSubscription(t, who, 'pro');
  return { who, params: { id } };
}

async function withCancelledPlan(t: TestApp, at_period_end: boolean): Promise<Plan> {
  const plan = await withPlan(t);
  await createVia(t, plan.who, `${subscriptionsPath}${plan.params.id}/cancel/`, { at_period_end });
  return plan;
}

async function withMissedPeriod(t: TestApp): Promise<Write> {
  const { params } = await withPlan(t);
  const uuid = createId();
  await sql`
    insert into missed_period (id, subscription_id, account_id, tariff_id, amount, currency,
      period_start, period_end, created_at)
    select ${uuid}::uuid, id, account_id, tariff_id, price, currency,
      current_period_start - interval '1 month', current_period_start, now()
    from subscription where id = ${params.id}`.execute(t.kernel.database.write);
  const body = { action: 'waive', reason: 'The platform was off' };
  return { who: await newStaff(t), params: { uuid }, body };
}

const tariffsPath = '/apix/admin/tariffs/';

async function newTariff(t: TestApp) {
  const { body } = await send(t, 'GET', '/apix/billing/tariffs/starter/');
  return { slug: uniqueName(), name: 'Team', monthly_price: '25', limits: body.limits };
}

async function withDraftTariff(t: TestApp): Promise<Write> {
  const who = await newStaff(t);
  const { id } = await createVia(t, who, tariffsPath, await newTariff(t));
  return { who, params: { id } };
}

export const billingWrites: Writes = {
  [`POST ${apiKeysPath}`]: async (t) => ({ who: await newCustomer(t), body: { name: 'ci' } }),
  [`PUT ${apiKeysPath}:id/`]: (t) => withKey(t, { name: 'renamed' }),
  [`PATCH ${apiKeysPath}:id/`]: (t) => withKey(t, { name: 'renamed' }),
  [`DELETE ${apiKeysPath}:id/`]: (t) => withKey(t),
  [`POST ${apiKeysPath}:id/activate/`]: (t) => withKey(t),
  [`POST ${apiKeysPath}:id/deactivate/`]: (t) => withKey(t, {}),
  [`POST ${apiKeysPath}:id/revoke/`]: (t) => withKey(t, {}),
  [`POST ${apiKeysPath}:id/rotate/`]: (t) => withKey(t, { overlap_seconds: 0 }),
  'PATCH /apix/billing/spending/': async (t) => ({
    who: await newCustomer(t),
    body: { cap: '20.00' },
  }),
  [`POST ${subscriptionsPath}`]: async (t) => ({
    who: await newCustomer(t),
    body: { tariff: 'starter' },
  }),
  [`PATCH ${subscriptionsPath}:id/`]: async (t) => ({
    ...(await withPlan(t)),
    body: { tariff: 'scale' },
  }),
  [`PUT ${subscriptionsPath}:id/`]: async (t) => ({
    ...(await withPlan(t)),
    body: { tariff: 'scale' },
  }),
  [`DELETE ${subscriptionsPath}:id/`]: (t) => withCancelledPlan(t, false),
  [`POST ${subscriptionsPath}:id/cancel/`]: async (t) => ({ ...(await withPlan(t)), body: {} }),
  [`POST ${subscriptionsPath}:id/reactivate/`]: (t) => withCancelledPlan(t, true),
  [`POST ${subscriptionsPath}:id/suspend/`]: async (t) => ({
    ...(await withPlan(t)),
    who: await newStaff(t),
  }),
  [`POST ${subscriptionsPath}:id/resume/`]: async (t) => {
    const { params } = await withPlan(t);
    const who = await newStaff(t);
    await createVia(t, who, `${subscriptionsPath}${params.id}/suspend/`);
    return { who, params };
  },
  'POST /apix/admin/missed-periods/:uuid/propose/': withMissedPeriod,
  'PUT /apix/admin/users/:id/tariffs/': async (t) => ({
    who: await newStaff(t),
    params: { id: (await newCustomer(t)).accountId },
    body: { tariffs: [] },
  }),
  [`POST ${tariffsPath}`]: async (t) => ({ who: await newStaff(t), body: await newTariff(t) }),
  [`POST ${tariffsPath}:id/publish/`]: withDraftTariff,
  [`POST ${tariffsPath}:id/retire/`]: async (t) => {
    const drafted = await withDraftTariff(t);
    await createVia(t, drafted.who!, `${tariffsPath}${drafted.params?.id}/publish/`);
    return drafted;
  },
  [`DELETE ${tariffsPath}:id/`]: withDraftTariff,
};
