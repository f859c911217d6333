import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { addProxies, createResource, resourcesPath } from '#test/proxy-resources.ts';
import { send } from '#test/requests.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: 'on' });
const path = '/apix/admin/impersonations/';
let boss: SignedIn;
let helper: SignedIn;
let ann: SignedIn;

beforeAll(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  helper = await t.signIn('helper@example.com', { roles: ['support'] });
  ann = await t.signIn('ann@example.com');
});
const begin = (user: number, as: SignedIn = helper, reason = 'Ticket 12: her list is empty') =>
  send(t, 'POST', path, { user, reason }, { headers: as.headers });
const bearer = (access: unknown) => ({ headers: { authorization: `Bearer ${String(access)}` } });
const readProfile = (access: unknown) =>
  send(t, 'GET', '/apix/accounts/profile/', undefined, bearer(access));

test('staff read as the customer and can’t change anything', async () => {
  const { status, body } = await begin(ann.accountId);
  expect(status).toBe(201);
  expect(body).toMatchObject({ user: { id: ann.accountId, email: ann.email } });
  expect((await readProfile(body.access)).body).toMatchObject({ email: ann.email });
  const changes = [
    ['PATCH', '/apix/accounts/profile/partial/', { first_name: 'Eve' }],
    ['POST', '/apix/billing/api-keys/', { name: 'ci' }],
    ['DELETE', '/apix/accounts/sessions/', undefined],
    ['POST', '/apix/leads/leads/submit/', {}],
  ] as const;
  for (const [method, url, input] of changes)
    expect((await send(t, method, url, input, bearer(body.access))).body).toMatchObject({
      code: 'impersonation_read_only',
    });
});

test('staff do not see secrets of the customer', async () => {
  const name = await createResource(t, ann);
  await addProxies(t, ann, name, ['198.51.100.1:80:ann:hush-hush']);
  const { body } = await begin(ann.accountId);
  const url = `${resourcesPath}${name}/proxies/`;
  const seenBy = async (headers: Record<string, string>) =>
    JSON.stringify((await send(t, 'GET', url, undefined, { headers })).body.results);
  expect(await seenBy(ann.headers)).toContain('hush-hush');
  expect(await seenBy(bearer(body.access).headers)).toContain('198.51.100.1');
  expect(await seenBy(bearer(body.access).headers)).not.toContain('hush-hush');
});

test('it is not in the customer’s list of sessions, and not revoked with the others', async () => {
  const { body } = await begin(ann.accountId);
  const list = await send(t, 'GET', '/apix/accounts/sessions/', undefined, {
    headers: ann.headers,
  });
  expect(list.body.count).toBe(1);
  expect((await readProfile(body.access)).status).toBe(200);
});

test('it can be ended early by its starter or an admin', async () => {
  const { body } = await begin(ann.accountId);
  const other = await t.signIn('other@example.com', { roles: ['support'] });
  const end = (as: SignedIn, id = String(body.id)) =>
    send(t, 'DELETE', `${path}${id}/`, undefined, { headers: as.headers });
  expect((await end(other)).status).toBe(404);
  expect((await end(boss, 'x')).status).toBe(404);
  expect((await end(helper)).status).toBe(204);
  expect((await readProfile(body.access)).status).toBe(401);
  expect((await end(boss)).status).toBe(204);
});

const users = '/apix/admin/users/';
test.each([
  ['suspended', 'POST', 'suspend/', { reason: 'Left' }],
  ['without the role', 'PUT', 'roles/', { roles: ['sales'] }],
  ['signed out', 'DELETE', 'sessions/', undefined],
  ['erased', 'POST', 'erase/', { reason: 'Left' }],
] as const)('it ends when who began it is %s', async (how, method, action, input) => {
  const email = `${how.replace(/ /g, '-')}@example.com`;
  const agent = await t.signIn(email, { roles: ['support'] });
  const { body } = await begin(ann.accountId, agent);
  expect((await readProfile(body.access)).status).toBe(200);
  const url = `${users}${agent.accountId}/${action}`;
  const sent = input && { ...input, email };
  expect((await send(t, method, url, sent, { headers: boss.headers })).status).toBeLessThan(300);
  expect((await readProfile(body.access)).status).toBe(401);
});

test('it ends with the sessions of its starter, and the list shows it', async () => {
  const agent = await t.signIn('leaving@example.com', { roles: ['support'] });
  const { body } = await begin(ann.accountId, agent);
  const headers = { headers: boss.headers };
  await send(t, 'DELETE', `${users}${agent.accountId}/sessions/`, undefined, headers);
  const list = await send(t, 'GET', path, undefined, headers);
  expect(list.body.results).toContainEqual(
    expect.objectContaining({ id: body.id, ended_at: expect.any(String) }),
  );
});

test('calls of staff do not count for the customer’s plan', async () => {
  const url = '/apix/data_customs/hs-codes/?search=toys';
  const looked = await t.signIn('looked-at@example.com');
  const countCalls = async () => {
    await t.areas.usage.flush();
    const calls = t.kernel.database.write.selectFrom('usage_record').select('units');
    return (await calls.where('account_id', '=', looked.accountId).execute()).length;
  };
  const { body } = await begin(looked.accountId);
  expect((await send(t, 'GET', url, undefined, bearer(body.access))).status).toBe(200);
  expect(await countCalls()).toBe(0);
  await send(t, 'GET', url, undefined, { headers: looked.headers });
  expect(await countCalls()).toBe(1);
});

test('staff and erased accounts can’t be impersonated', async () => {
  expect((await begin(boss.accountId)).body).toMatchObject({ code: 'not_impersonable' });
  expect((await begin(999_999)).status).toBe(404);
  expect((await begin(ann.accountId, helper, ' ')).body).toHaveProperty('reason');
});

test('roles granted later to the account are not effective', async () => {
  const eve = await t.signIn('eve@example.com');
  const { body } = await begin(eve.accountId);
  await t.kernel.database.write
    .insertInto('account_role')
    .values({ account_id: eve.accountId, role: 'admin', granted_at: t.clock.now() })
    .execute();
  const users = await send(t, 'GET', '/apix/admin/users/', undefined, bearer(body.access));
  expect(users.body).toMatchObject({ code: 'permission_denied' });
});

test('admins list impersonations with their reasons', async () => {
  const list = (as: SignedIn, query = '') =>
    send(t, 'GET', path + query, undefined, { headers: as.headers });
  await begin(ann.accountId);
  expect((await list(boss)).body).toMatchObject({
    results: expect.arrayContaining([
      expect.objectContaining({
        staff: { id: helper.accountId, email: helper.email },
        user: { id: ann.accountId, email: ann.email },
        reason: 'Ticket 12: her list is empty',
      }),
    ]),
  });
  expect((await list(boss, '?page=9')).status).toBe(404);
  expect((await list(helper)).status).toBe(403);
});

test('strangers and customers are rejected', async () => {
  for (const [method, url] of [
    ['GET', path],
    ['POST', path],
    ['DELETE', `${path}x/`],
  ] as const) {
    expect((await send(t, method, url, {}, { headers: ann.headers })).body).toMatchObject({
      code: 'permission_denied',
    });
    expect((await send(t, method, url)).status).toBe(401);
  }
});

test('it expires after 30 minutes', async () => {
  const now = t.clock.now();
  const { body } = await begin(ann.accountId);
  t.clock.advance(30 * 60_000 - 1000);
  expect((await readProfile(body.access)).status).toBe(200);
  t.clock.advance(1000);
  expect((await readProfile(body.access)).status).toBe(401);
  t.clock.set(now);
});
