import { expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { useApp } from '#test/harness.ts';
import { ask, newCustomer, started } from '#test/plans.ts';
import { entitlementsOf } from '../entitlements.ts';

const t = useApp();

async function suspended() {
  const who = await newCustomer(t, `${createId()}@example.com`, '500');
  const staff = await t.signIn('fin@example.com', { roles: ['finance'] });
  const plan = await started(t, who, 'pro');
  await ask(t, staff, 'POST', `${plan.id}/suspend/`);
  const blocked = async () =>
    (await entitlementsOf(t.kernel.database.write, who.accountId, t.clock.now())).blocked;
  return { who, staff, id: plan.id, blocked };
}
const refused = { status: 400, body: { code: 'invalid_state', current_status: 'suspended' } };

test('a customer does not end, change or bring back what staff stopped', async () => {
  const { who, staff, id, blocked } = await suspended();
  for (const [method, path, body] of [
    ['POST', `${id}/cancel/`, { at_period_end: false }],
    ['POST', `${id}/reactivate/`, undefined],
    ['PATCH', `${id}/`, { tariff: 'scale' }],
    ['PATCH', `${id}/`, { tariff: 'free' }],
    ['DELETE', `${id}/`, undefined],
  ] as const)
    expect(await ask(t, who, method, path, body)).toMatchObject(refused);
  expect(await ask(t, who, 'POST', '', { tariff: 'scale' })).toMatchObject({ status: 400 });
  expect(await blocked()).toBe('suspended');
  expect((await ask(t, staff, 'POST', `${id}/resume/`)).body).toMatchObject({ status: 'active' });
  expect(await blocked()).toBeNull();
});

test('that it is not to be renewed may be said, and not taken back until it goes on', async () => {
  const { who, id, blocked } = await suspended();
  const { body } = await ask(t, who, 'POST', `${id}/cancel/`, {});
  expect(body).toMatchObject({ status: 'suspended', auto_renew: false, can_reactivate: false });
  expect(await ask(t, who, 'PATCH', `${id}/`, { auto_renew: true })).toMatchObject(refused);
  expect(await blocked()).toBe('suspended');
});

test('a plan of before does not take the place of a suspended one', async () => {
  const who = await newCustomer(t, `${createId()}@example.com`, '500');
  const staff = await t.signIn('fin@example.com', { roles: ['finance'] });
  const { id } = await started(t, who, 'pro');
  await ask(t, who, 'POST', `${id}/cancel/`, { at_period_end: false });
  const free = (await ask(t, who, 'GET', 'current/')).body;
  await ask(t, staff, 'POST', `${free.id}/suspend/`);
  expect(await ask(t, who, 'POST', `${id}/reactivate/`)).toMatchObject({
    status: 400,
    body: { code: 'already_subscribed', current_status: 'suspended' },
  });
});
