import { expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import {
  callSubscriptions,
  createCustomer,
  createSubscription,
} from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';
import { readEntitlements } from '../entitlements.ts';

const t = useApp();

async function suspended() {
  const who = await createCustomer(t, `${createId()}@example.com`, '500');
  const staff = await t.signIn('fin@example.com', { roles: ['finance'] });
  const plan = await createSubscription(t, who, 'pro');
  await callSubscriptions(t, staff, 'POST', `${plan.id}/suspend/`);
  const blocked = async () =>
    (await readEntitlements(t.kernel.database.write, who.accountId, t.clock.now())).blocked;
  return { who, staff, id: plan.id, blocked };
}
const refused = { status: 400, body: { code: 'invalid_state', current_status: 'suspended' } };

test('a customer can not cancel, change or reactivate a suspended subscription', async () => {
  const { who, staff, id, blocked } = await suspended();
  for (const [method, path, body] of [
    ['POST', `${id}/cancel/`, { at_period_end: false }],
    ['POST', `${id}/reactivate/`, undefined],
    ['PATCH', `${id}/`, { tariff: 'scale' }],
    ['PATCH', `${id}/`, { tariff: 'free' }],
    ['DELETE', `${id}/`, undefined],
  ] as const)
    expect(await callSubscriptions(t, who, method, path, body)).toMatchObject(refused);
  expect(await callSubscriptions(t, who, 'POST', '', { tariff: 'scale' })).toMatchObject({
    status: 400,
  });
  expect(await blocked()).toBe('suspended');
  expect((await callSubscriptions(t, staff, 'POST', `${id}/resume/`)).body).toMatchObject({
    status: 'active',
  });
  expect(await blocked()).toBeNull();
});

test('a customer can end the renewal while suspended, and undo it after the resumption', async () => {
  const { who, id, blocked } = await suspended();
  const { body } = await callSubscriptions(t, who, 'POST', `${id}/cancel/`, {});
  expect(body).toMatchObject({ status: 'suspended', auto_renew: false, can_reactivate: false });
  expect(await callSubscriptions(t, who, 'PATCH', `${id}/`, { auto_renew: true })).toMatchObject(
    refused,
  );
  expect(await blocked()).toBe('suspended');
});

test('a previous plan can not replace a suspended one', async () => {
  const who = await createCustomer(t, `${createId()}@example.com`, '500');
  const staff = await t.signIn('fin@example.com', { roles: ['finance'] });
  const { id } = await createSubscription(t, who, 'pro');
  await callSubscriptions(t, who, 'POST', `${id}/cancel/`, { at_period_end: false });
  const free = (await callSubscriptions(t, who, 'GET', 'current/')).body;
  await callSubscriptions(t, staff, 'POST', `${free.id}/suspend/`);
  expect(await callSubscriptions(t, who, 'POST', `${id}/reactivate/`)).toMatchObject({
    status: 400,
    body: { code: 'already_subscribed', current_status: 'suspended' },
  });
});
