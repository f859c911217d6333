import { describe, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { countRequests } from '#test/factories/overage.ts';
import { createCustomer, createSubscription } from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/billing/spending/';
const newCustomer = (money = '0') => createCustomer(t, `${createId()}@example.com`, money);
const read = (headers: Record<string, string>, query = '') =>
  send(t, 'GET', `${path}${query}`, undefined, { headers });
const patch = ({ headers }: Pick<SignedIn, 'headers'>, body: object) =>
  send(t, 'PATCH', path, body, { headers });

describe('reading', () => {
  test('the free plan sells no overage, and costs nothing', async () => {
    const { headers, accountId } = await newCustomer();
    expect(await read(headers)).toMatchObject({
      status: 200,
      body: {
        user: accountId,
        plan: 'Free',
        currency: 'USD',
        state: 'not_sold',
        overage: null,
        is_overage_on: true,
        cap: null,
        effective_cap: null,
        remaining: null,
        spent: '0.00',
        included: 10_000,
        used: 0,
        fixed_fee: '0.00',
        at_most: '0.00',
      },
    });
  });

  test('a plan with overage has no ceiling until one is set', async () => {
    const who = await newCustomer('500');
    await createSubscription(t, who, 'pro');
    await countRequests(t, who, 1_050_000);
    expect((await read(who.headers)).body).toMatchObject({
      state: 'open',
      overage: { unit: 'request', price: '0.0002' },
      spent: '10.00',
      fixed_fee: '79.00',
      at_most: null,
      percentage: null,
    });
    expect((await patch(who, { cap: '40.00' })).body).toMatchObject({
      cap: '40.00',
      cap_currency: 'USD',
      effective_cap: '40.00',
      remaining: '30.00',
      at_most: '119.00',
      percentage: 25,
    });
  });

  test('a plan paid by the year has no fee this month', async () => {
    const who = await newCustomer('1000');
    await createSubscription(t, who, 'pro', { billing_period: 'yearly' });
    await patch(who, { cap: '40.00' });
    expect((await read(who.headers)).body).toMatchObject({ fixed_fee: '0.00', at_most: '40.00' });
  });

  test('in a trial overage is not sold yet', async () => {
    const who = await newCustomer();
    await t.kernel.database.pool.query(
      "update tariff set overage_unit = 'request', overage_price = 0.01 where slug = 'starter'",
    );
    await createSubscription(t, who, 'starter');
    expect((await read(who.headers)).body).toMatchObject({ plan: 'Starter', state: 'unpaid' });
  });

  test('a key with the scope may read and not write; without the scope it may do neither', async () => {
    const who = await newCustomer();
    const key = await createApiKey(t, who, { scopes: ['billing:read'] });
    expect((await read(key.headers)).status).toBe(200);
    expect(await patch(key, { cap: '5.00' })).toMatchObject({
      status: 403,
      body: { code: 'jwt_required' },
    });
    const other = await createApiKey(t, who, { scopes: ['customs'] });
    expect(await read(other.headers)).toMatchObject({
      status: 403,
      body: { code: 'scope_missing' },
    });
    expect((await read({})).status).toBe(401);
    expect((await patch({ headers: {} as SignedIn['headers'] }, {})).status).toBe(401);
  });

  test('staff read that of a customer; customers read only their own', async () => {
    const who = await newCustomer();
    const query = `?user=${who.accountId}`;
    const staff = await t.signIn('sup@example.com', { roles: ['support'] });
    expect((await read(staff.headers, query)).body.user).toBe(who.accountId);
    const other = await newCustomer();
    expect((await read(other.headers, query)).body.user).toBe(other.accountId);
  });
});

describe('writing', () => {
  test.each([
    [{ cap: '0' }, 'cap'],
    [{ cap: '-5.00' }, 'cap'],
    [{ cap: '5.001' }, 'cap'],
    [{ cap: '1e9' }, 'cap'],
    [{ is_overage_on: 'perhaps' }, 'is_overage_on'],
  ])('refuses %j', async (body, field) => {
    const reply = await patch(await newCustomer(), body);
    expect(reply.status).toBe(400);
    expect(reply.body).toHaveProperty(field);
  });

  test('keeps what is not sent, and null returns to the cap of the plan', async () => {
    const who = await newCustomer();
    await patch(who, { cap: '25.00' });
    const off = await patch(who, { is_overage_on: false });
    expect(off.body).toMatchObject({ is_overage_on: false, cap: '25.00' });
    const { body } = await patch(who, { cap: null, is_overage_on: true });
    expect(body).toMatchObject({ is_overage_on: true, cap: null });
  });

  test('concurrent changes leave one of them', async () => {
    const who = await newCustomer();
    const caps = ['11.00', '12.00', '13.00', '14.00'];
    const replies = await Promise.all(caps.map((cap) => patch(who, { cap })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(caps).toContain((await read(who.headers)).body.cap);
  });
});

describe('a call by key', () => {
  const customs = '/apix/data_customs/currencies/';

  async function capped(body: object) {
    const who = await newCustomer('500');
    await createSubscription(t, who, 'pro');
    const key = await createApiKey(t, who, { scopes: ['customs'], ...body });
    const call = () => send(t, 'GET', customs, undefined, { headers: key.headers });
    return { who, key, call };
  }

  test('has headers with what is left, is refused at the cap, and goes on once it is raised', async () => {
    const { who, call } = await capped({});
    await patch(who, { cap: '10.00' });
    await countRequests(t, who, 1_049_998);
    const first = await call();
    expect([first.status, first.headers['x-spending-cap-limit']]).toEqual([200, '10.00']);
    await call();
    const refused = await call();
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'spending_cap_reached', limit: '10.00', currency: 'USD' },
      headers: { 'x-spending-cap-remaining': '0', 'retry-after': expect.any(String) },
    });
    expect((await patch(who, { cap: '20.00' })).status).toBe(200);
    expect((await call()).status).toBe(200);
  });

  test('is refused at the key’s budget until that is raised', async () => {
    const { who, key, call } = await capped({ requests_budget: 2 });
    expect(key.body).toMatchObject({ requests_budget: 2, overage_budget: null });
    const first = await call();
    expect(first.headers).toMatchObject({
      'x-key-requests-limit': '2',
      'x-key-requests-remaining': '1',
    });
    await call();
    expect(await call()).toMatchObject({
      status: 429,
      body: { code: 'key_budget_reached', budget: 'requests', limit: '2', currency: null },
      headers: { 'x-key-requests-remaining': '0' },
    });
    await t.areas.usage.flush();
    const path = `/apix/billing/api-keys/${key.id}/`;
    const { body } = await send(t, 'GET', path, undefined, { headers: who.headers });
    expect(body).toMatchObject({ budget_reached: 'requests', month: { requests: 2 } });
    await send(t, 'PATCH', path, { requests_budget: 3 }, { headers: who.headers });
    expect((await call()).status).toBe(200);
  });

  test('rotated, keeps the budget and what is used of it', async () => {
    const { who, key, call } = await capped({ requests_budget: 2, overage_budget: '5.00' });
    await call();
    await t.areas.usage.flush();
    const rotate = `/apix/billing/api-keys/${key.id}/rotate/`;
    const { body } = await send(t, 'POST', rotate, {}, { headers: who.headers });
    expect(body).toMatchObject({
      requests_budget: 2,
      overage_budget: '5.00',
      overage_budget_currency: 'USD',
      month: { requests: 1 },
    });
    const headers = { authorization: `ApiKey ${String(body.key)}` };
    expect((await send(t, 'GET', customs, undefined, { headers })).status).toBe(200);
    expect((await call()).status).toBe(429);
  });

  test('budgets are validated', async () => {
    const { headers } = await newCustomer();
    const create = (body: object) =>
      send(t, 'POST', '/apix/billing/api-keys/', { name: createId(), ...body }, { headers });
    expect((await create({ overage_budget: '1.005' })).body).toHaveProperty('overage_budget');
    expect((await create({ overage_budget: '0' })).body).toHaveProperty('overage_budget');
    expect((await create({ requests_budget: 0 })).body).toHaveProperty('requests_budget');
  });
});
