import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  advanceDays,
  callSubscriptions,
  createCustomer,
  createSubscription,
  fetchCurrentSubscription,
  requestSubscription,
} from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
let finance: SignedIn;
let ann: SignedIn;
let bob: SignedIn;

beforeAll(async () => {
  for (const slug of ['partners', 'nonprofit'])
    await t.kernel.database.pool.query(
      `insert into tariff (slug, name, monthly_price, yearly_price, limits, is_public, published_at)
       select $1, initcap($1), 50, 500, limits, false, now() from tariff where slug = 'pro'`,
      [slug],
    );
  ann = await createCustomer(t, 'ann@example.com', '5000');
  bob = await createCustomer(t, 'bob@example.com', '5000');
});

/** Sessions end when a test turns the clock. */
beforeEach(async () => {
  finance = await t.signIn('fin@example.com', { roles: ['finance'] });
});

const path = (id: number | string) => `/apix/admin/users/${id}/tariffs/`;
const read = (id: number | string, who: SignedIn | null = finance) =>
  send(t, 'GET', path(id), undefined, { headers: who?.headers ?? {} });
const offer = (id: number | string, tariffs: string[], who: SignedIn | null = finance) =>
  send(t, 'PUT', path(id), { tariffs }, { headers: who?.headers ?? {} });
const seenBy = async ({ email }: SignedIn) => {
  const { headers } = await t.signIn(email);
  const { body } = await send(t, 'GET', '/apix/billing/tariffs/', undefined, { headers });
  return (body.results as { slug: string }[]).map(({ slug }) => slug);
};

test('a private tariff can be chosen only by customers it was offered to', async () => {
  expect((await requestSubscription(t, ann, 'partners')).status).toBe(400);
  const set = await offer(ann.accountId, ['partners']);
  expect(set).toMatchObject({
    status: 200,
    body: {
      tariffs: [
        { slug: 'partners', name: 'Partners', currency: 'USD', is_offered: true },
        { slug: 'nonprofit', name: 'Nonprofit', is_offered: false },
      ],
    },
  });
  expect((await read(ann.accountId)).body).toEqual(set.body);
  expect(await seenBy(ann)).toContain('partners');
  expect(await seenBy(bob)).not.toContain('partners');
  expect((await requestSubscription(t, bob, 'partners')).status).toBe(400);
  expect((await requestSubscription(t, ann, 'partners')).status).toBe(201);
});

test('subscribers keep a withdrawn tariff and may change its billing period', async () => {
  const cid = await createCustomer(t, 'cid@example.com', '5000');
  await offer(cid.accountId, ['partners']);
  const { id } = await createSubscription(t, cid, 'partners');
  await offer(cid.accountId, []);
  const yearly = await callSubscriptions(t, cid, 'PATCH', `${id}/`, { billing_period: 'yearly' });
  expect(yearly.body).toMatchObject({ pending_change: { billing_period: 'yearly' } });
  await advanceDays(t, 31);
  expect(await fetchCurrentSubscription(t, cid)).toMatchObject({
    tariff: { slug: 'partners' },
    billing_period: 'yearly',
  });
  expect(await seenBy(cid)).not.toContain('partners');
});

test('the audit log records offers', async () => {
  // Later than what other tests have tried: the newest entry.
  t.clock.advance(1000);
  await offer(bob.accountId, ['nonprofit']);
  const boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  const { body } = await send(t, 'GET', '/apix/admin/audit/?subject_type=user', undefined, {
    headers: boss.headers,
  });
  expect((body.results as object[])[0]).toMatchObject({
    subject: { id: String(bob.accountId) },
    before: { tariffs: [] },
    after: { tariffs: ['nonprofit'] },
  });
});

test('only existing private tariffs can be offered, to existing accounts', async () => {
  for (const slug of ['pro', 'nothing'])
    expect(await offer(bob.accountId, [slug])).toMatchObject({
      status: 400,
      body: { tariffs: [`There is no private tariff "${slug}".`] },
    });
  expect((await offer('x', [])).status).toBe(400);
  expect((await offer(999_999, [])).status).toBe(404);
  expect((await read(999_999)).status).toBe(404);
});

test('only finance may read and set offers', async () => {
  const support = await t.signIn('support@example.com', { roles: ['support'] });
  expect((await read(bob.accountId, null)).status).toBe(401);
  expect((await offer(bob.accountId, [], null)).status).toBe(401);
  expect((await read(bob.accountId, support)).body.code).toBe('permission_denied');
  expect((await offer(bob.accountId, [], support)).body.code).toBe('permission_denied');
});
