import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { budgets } from '#lib/budgets.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { createEndpoint, createPaidCustomer, endpointsPath } from '#test/factories/webhooks.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const url = 'https://93.184.216.34/hooks';
let who: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  other = await createPaidCustomer(t, 'other@example.com');
});
beforeEach(async () => {
  who = await createPaidCustomer(t, `${createId()}@example.com`);
});

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', body?: object, as = who) =>
  send(t, method, `${endpointsPath}${path}`, body, as);

test('an endpoint is created with a secret that is never shown again', async () => {
  const { status, body } = await call('POST', '', { url, description: ' Orders ' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ url, description: 'Orders', event_types: null, is_enabled: true });
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const read = await call('GET', `${String(body.id)}/`);
  expect(read.body).toMatchObject({ url, secrets: [{ expires_at: null }] });
  expect(JSON.stringify(read.body)).not.toContain('whsec_');
  const { rows } = await t.kernel.database.pool.query(
    `select encode(sealed, 'escape') as text from webhook_secret where endpoint_id = $1`,
    [body.id],
  );
  expect(rows[0].text).not.toContain('whsec_');
});

test('a repeated creation gets no second secret', async () => {
  const headers = { ...who.headers, 'idempotency-key': createId() };
  const first = await send(t, 'POST', endpointsPath, { url }, { headers });
  const second = await send(t, 'POST', endpointsPath, { url }, { headers });
  expect([first.status, second.status]).toEqual([201, 409]);
  expect(second.body.code).toBe('idempotency_secret');
  expect((await call('GET')).body.count).toBe(1);
});

test.each([
  ['http://93.184.216.34/', 'https://'],
  ['https://user:password@93.184.216.34/', 'user name'],
  ['https://127.0.0.1/', 'private network'],
  ['https://169.254.169.254/latest/', 'private network'],
  ['https://[::1]/', 'private network'],
  ['https://2130706433/', 'private network'],
  ['ftp://93.184.216.34/', 'valid URL'],
  ['not an address', 'valid URL'],
  [`https://93.184.216.34/${'a'.repeat(2000)}`, '2000'],
])('%s is refused', async (refused, words) => {
  const { status, body } = await call('POST', '', { url: refused });
  expect(status).toBe(400);
  expect(JSON.stringify(body.url)).toContain(words);
});

test('a name in a private network is refused when it is created, and when it is changed', async () => {
  const resolve = vi.spyOn(t.areas.webhooks.guard, 'resolveHost');
  const { id } = await createEndpoint(t, who, { url });
  const changed = await call('PATCH', `${id}/`, { url: 'https://10.0.0.7/hooks' });
  expect(changed.status).toBe(400);
  expect(resolve).toHaveBeenCalledWith('10.0.0.7');
  expect((await call('GET', `${id}/`)).body.url).toBe(url);
  resolve.mockRestore();
});

test('a type that does not exist is refused, as is an empty list', async () => {
  for (const event_types of [['payment.complete'], []])
    expect((await call('POST', '', { url, event_types })).body).toHaveProperty('event_types');
});

test('settings are changed one by one', async () => {
  const { id } = await createEndpoint(t, who, { url });
  const types = ['payment.completed', 'ticket.replied'];
  const { body } = await call('PATCH', `${id}/`, { event_types: types, description: 'New' });
  expect(body).toMatchObject({ url, event_types: types, description: 'New' });
  expect((await call('PATCH', `${id}/`, { event_types: null })).body.event_types).toBeNull();
  const off = await call('PATCH', `${id}/`, { is_enabled: false });
  expect(off.body).toMatchObject({ is_enabled: false, disabled_reason: 'customer' });
  const on = await call('PATCH', `${id}/`, { is_enabled: true });
  expect(on.body).toMatchObject({ is_enabled: true, disabled_reason: null, disabled_at: null });
});

test('a deleted endpoint is gone', async () => {
  const { id } = await createEndpoint(t, who, { url });
  expect((await call('DELETE', `${id}/`)).status).toBe(204);
  expect((await call('GET', `${id}/`)).status).toBe(404);
  expect((await call('DELETE', `${id}/`)).status).toBe(404);
});

test('an account has a limited number of endpoints', async () => {
  for (let at = 0; at < budgets.webhookEndpointsPerAccount; at++)
    await createEndpoint(t, who, { url });
  const { status, body } = await call('POST', '', { url });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: 'webhook_endpoint_limit_reached',
    limit: budgets.webhookEndpointsPerAccount,
  });
  const page = (await call('GET', '?page_size=7&page=3')).body;
  expect(page).toMatchObject({ count: budgets.webhookEndpointsPerAccount, page: 3 });
  expect(page.results).toHaveLength(6);
  expect((await call('GET', '?page=9')).status).toBe(404);
});

describe('the plan', () => {
  test('has to include webhooks', async () => {
    const free = await createCustomer(t, `${createId()}@example.com`);
    const { status, body } = await call('POST', '', { url }, free);
    expect([status, body.code]).toEqual([403, 'webhooks_not_in_plan']);
    const types = await send(t, 'GET', '/apix/webhooks/event-types/', undefined, free);
    expect(types.body.is_included).toBe(false);
  });

  test('that ended lets endpoints be read, disabled and deleted, not enabled', async () => {
    const { id } = await createEndpoint(t, who, { url });
    const { body } = await send(t, 'GET', '/apix/billing/subscriptions/current/', undefined, who);
    const cancel = `/apix/billing/subscriptions/${String(body.id)}/cancel/`;
    await send(t, 'POST', cancel, { at_period_end: false }, who);
    expect((await call('PATCH', `${id}/`, { is_enabled: false })).status).toBe(200);
    const on = await call('PATCH', `${id}/`, { is_enabled: true });
    expect([on.status, on.body.code]).toEqual([403, 'webhooks_not_in_plan']);
    expect((await call('DELETE', `${id}/`)).status).toBe(204);
  });
});

test('endpoints of other accounts do not exist', async () => {
  const { id } = await createEndpoint(t, who, { url });
  const { results } = (await call('GET', '', undefined, other)).body as { results: object[] };
  expect(JSON.stringify(results)).not.toContain(id);
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { description: 'mine' }],
    ['DELETE', '', undefined],
    ['POST', 'rotate/', {}],
    ['POST', 'test/', { type: 'payment.completed' }],
    ['POST', 'replay/', { since: '2026-01-01T00:00:00Z' }],
  ] as const)
    expect((await call(method, `${id}/${path}`, body, other)).status).toBe(404);
  for (const path of ['not-an-id/', `${createId()}/`])
    expect((await call('GET', path)).status).toBe(404);
  expect((await call('GET', `${id}/`)).status).toBe(200);
});

test('an API key needs the scope', async () => {
  const right = await createApiKey(t, who, { scopes: ['webhooks'] });
  const wrong = await createApiKey(t, who, { scopes: ['customs'] });
  expect((await send(t, 'POST', endpointsPath, { url }, right)).status).toBe(201);
  const { status, body } = await send(t, 'GET', endpointsPath, undefined, wrong);
  expect([status, body.code]).toEqual([403, 'scope_missing']);
  expect((await send(t, 'GET', endpointsPath)).status).toBe(401);
});

test('every event of the catalogue has an example that fits its schema', async () => {
  const { body } = await send(t, 'GET', '/apix/webhooks/event-types/', undefined, who);
  const types = (body.results as { type: string }[]).map(({ type }) => type);
  expect(new Set(types).size).toBe(types.length);
  expect(types).toContain('payment.completed');
  expect(body.is_included).toBe(true);
  for (const { event } of t.areas.webhooks.catalogue)
    expect(event.data.strict().parse(event.example), event.type).toEqual(event.example);
});

describe('staff', () => {
  let support: SignedIn;
  beforeEach(async () => {
    support = await t.signIn('support@example.com', { roles: ['support'] });
  });
  const list = (id: number, as = support) =>
    send(t, 'GET', `/apix/admin/users/${id}/webhooks/`, undefined, as);
  const disable = (id: string, as = support) =>
    send(t, 'POST', `/apix/admin/webhook-endpoints/${id}/disable/`, { reason: 'Abuse' }, as);

  test('see the endpoints of a customer, and disable one', async () => {
    const { id } = await createEndpoint(t, who, { url });
    expect((await list(who.accountId)).body.endpoints).toMatchObject([
      { id, user: who.accountId, waiting: 0, failed: 0, is_enabled: true },
    ]);
    const admin = await t.signIn('admin@example.com', { roles: ['admin'] });
    const readUrls = async (as: SignedIn) => {
      const { endpoints } = (await list(who.accountId, as)).body;
      return (endpoints as { url: string }[]).map((one) => one.url);
    };
    expect(await readUrls(admin)).toEqual([url]);
    expect(await readUrls(support)).toEqual([`${new URL(url).origin}/…`]);
    const { status, body } = await disable(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_enabled: false, disabled_reason: 'staff' });
    const { rows } = await t.kernel.database.pool.query(
      `select after from audit_entry where subject_id = $1`,
      [id],
    );
    expect(rows[0].after).toMatchObject({ reason: 'Abuse', disabled_reason: 'staff' });
    expect(JSON.stringify([rows, body])).not.toContain(url);
  });

  test('need a role, an account and an endpoint', async () => {
    const { id } = await createEndpoint(t, who, { url });
    expect((await disable(id, who)).status).toBe(403);
    expect((await list(who.accountId, who)).status).toBe(403);
    expect((await list(2_000_000)).status).toBe(404);
    expect((await disable(createId())).status).toBe(404);
    const url_ = `/apix/admin/webhook-endpoints/${id}/disable/`;
    expect((await send(t, 'POST', url_, { reason: ' ' }, support)).status).toBe(400);
  });
});
