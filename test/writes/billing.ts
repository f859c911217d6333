import { keysPath, makeKey } from '../api-keys.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { plansPath, started } from '../plans.ts';
import { send } from '../requests.ts';
import { customer, make, newName, staff, type Write, type Writes } from './write.ts';

async function withKey(t: TestApp, body?: object): Promise<Write> {
  const who = await customer(t);
  const { id } = await makeKey(t, who);
  return { who, params: { id }, ...(body && { body }) };
}

type Plan = { who: SignedIn; params: { id: string } };

async function withPlan(t: TestApp): Promise<Plan> {
  const who = await customer(t);
  const { id } = await started(t, who, 'pro');
  return { who, params: { id } };
}

async function cancelled(t: TestApp, at_period_end: boolean): Promise<Plan> {
  const plan = await withPlan(t);
  await make(t, plan.who, `${plansPath}${plan.params.id}/cancel/`, { at_period_end });
  return plan;
}

const tariffsPath = '/apix/admin/tariffs/';

async function newTariff(t: TestApp) {
  const { body } = await send(t, 'GET', '/apix/billing/tariffs/starter/');
  return { slug: newName(), name: 'Team', monthly_price: '25', limits: body.limits };
}

async function draftedTariff(t: TestApp): Promise<Write> {
  const who = await staff(t);
  const { id } = await make(t, who, tariffsPath, await newTariff(t));
  return { who, params: { id } };
}

export const billingWrites: Writes = {
  [`POST ${keysPath}`]: async (t) => ({ who: await customer(t), body: { name: 'ci' } }),
  [`PUT ${keysPath}:id/`]: (t) => withKey(t, { name: 'renamed' }),
  [`PATCH ${keysPath}:id/`]: (t) => withKey(t, { name: 'renamed' }),
  [`DELETE ${keysPath}:id/`]: (t) => withKey(t),
  [`POST ${keysPath}:id/activate/`]: (t) => withKey(t),
  [`POST ${keysPath}:id/deactivate/`]: (t) => withKey(t, {}),
  [`POST ${keysPath}:id/revoke/`]: (t) => withKey(t, {}),
  [`POST ${keysPath}:id/rotate/`]: (t) => withKey(t, { overlap_seconds: 0 }),
  [`POST ${plansPath}`]: async (t) => ({ who: await customer(t), body: { tariff: 'starter' } }),
  [`PATCH ${plansPath}:id/`]: async (t) => ({ ...(await withPlan(t)), body: { tariff: 'scale' } }),
  [`PUT ${plansPath}:id/`]: async (t) => ({ ...(await withPlan(t)), body: { tariff: 'scale' } }),
  [`DELETE ${plansPath}:id/`]: (t) => cancelled(t, false),
  [`POST ${plansPath}:id/cancel/`]: async (t) => ({ ...(await withPlan(t)), body: {} }),
  [`POST ${plansPath}:id/reactivate/`]: (t) => cancelled(t, true),
  [`POST ${plansPath}:id/suspend/`]: async (t) => ({ ...(await withPlan(t)), who: await staff(t) }),
  [`POST ${plansPath}:id/resume/`]: async (t) => {
    const { params } = await withPlan(t);
    const who = await staff(t);
    await make(t, who, `${plansPath}${params.id}/suspend/`);
    return { who, params };
  },
  'PUT /apix/admin/users/:id/tariffs/': async (t) => ({
    who: await staff(t),
    params: { id: (await customer(t)).accountId },
    body: { tariffs: [] },
  }),
  [`POST ${tariffsPath}`]: async (t) => ({ who: await staff(t), body: await newTariff(t) }),
  [`POST ${tariffsPath}:id/publish/`]: draftedTariff,
  [`POST ${tariffsPath}:id/retire/`]: async (t) => {
    const drafted = await draftedTariff(t);
    await make(t, drafted.who!, `${tariffsPath}${drafted.params?.id}/publish/`);
    return drafted;
  },
  [`DELETE ${tariffsPath}:id/`]: draftedTariff,
};
