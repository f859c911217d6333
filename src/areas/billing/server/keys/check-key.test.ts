import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { apiKeysPath, type CreatedApiKey, createApiKey } from '#test/factories/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { generateKey } from './key-format.ts';
import { createKeys } from './keys.ts';

const t = useApp();
const profile = '/apix/accounts/profile/';

let person = 0;
let ada: SignedIn;
let created: CreatedApiKey;
beforeEach(async () => {
  ada = await t.signIn(`ada${++person}@example.com`);
  created = await createApiKey(t, ada);
});
const change = (rest: string, body: object = {}) =>
  send(t, 'POST', `${apiKeysPath}${created.id}/${rest}/`, body, { headers: ada.headers });
const callWith = (headers: Record<string, string>, ip?: string) =>
  send(t, 'GET', profile, undefined, { headers, ...(ip && { ip }) });

/** Queries while `act` runs: Kysely and hand-written SQL take one connection each. */
async function countQueries(act: () => Promise<unknown>): Promise<number> {
  const { pool } = t.kernel.database;
  const spies = [vi.spyOn(pool, 'connect'), vi.spyOn(pool, 'query')];
  await act();
  const count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return count;
}

describe('where a key is accepted', () => {
  test.each([
    ['Authorization: ApiKey', (key: string) => ({ authorization: `ApiKey ${key}` })],
    ['Authorization: Api-Key', (key: string) => ({ authorization: `Api-Key ${key}` })],
    ['Authorization: api-key', (key: string) => ({ authorization: `api-key  ${key}` })],
    ['Authorization: Bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
    ['X-API-Key', (key: string) => ({ 'x-api-key': key })],
    ['twice the same', (key: string) => ({ authorization: `ApiKey ${key}`, 'x-api-key': key })],
  ])('%s', async (_, headers) => {
    expect((await callWith(headers(created.key))).body.email).toBe(ada.email);
  });

  test('two different credentials are refused', async () => {
    const reply = await callWith({ ...ada.headers, 'x-api-key': created.key });
    expect(reply).toMatchObject({ status: 400, body: { code: 'ambiguous_credentials' } });
  });
});

describe('every refusal has its own code', () => {
  const refusal = async (status: number, code: string, key = created.key) =>
    expect(await callWith({ 'x-api-key': key })).toMatchObject({ status, body: { code } });

  test('unknown, mistyped, malformed', async () => {
    await refusal(401, 'api_key_invalid', generateKey());
    await refusal(401, 'api_key_invalid', `${created.key.slice(0, -1)}_`);
    await refusal(401, 'api_key_invalid', 'secret');
  });

  test('inactive, revoked', async () => {
    await change('deactivate');
    await refusal(401, 'api_key_inactive');
    await change('activate');
    expect((await callWith(created.headers)).status).toBe(200);
    await change('revoke');
    await refusal(401, 'api_key_revoked');
  });

  test('expired, to the second, even if cached', async () => {
    const until = new Date(t.clock.now().getTime() + 2000).toISOString();
    const { key } = await createApiKey(t, ada, { expires_at: until });
    t.clock.advance(1999);
    expect((await callWith({ 'x-api-key': key })).status).toBe(200);
    t.clock.advance(1);
    await refusal(401, 'api_key_expired', key);
  });

  test('from an address that is not allowed', async () => {
    const { headers } = await createApiKey(t, ada, { allowed_ips: ['203.0.113.0/24'] });
    expect((await callWith(headers, '203.0.113.9')).status).toBe(200);
    const reply = await callWith(headers, '198.51.100.1');
    expect(reply).toMatchObject({ status: 401, body: { code: 'api_key_ip_denied' } });
  });

  test('without the scope, and on endpoints for signed-in users only', async () => {
    const { headers } = await createApiKey(t, ada, { scopes: ['speech'] });
    expect(await callWith(headers)).toMatchObject({
      status: 403,
      body: { code: 'scope_missing', required: 'profile:read' },
    });
    const keys = await send(t, 'GET', apiKeysPath, undefined, { headers });
    expect(keys).toMatchObject({ status: 403, body: { code: 'jwt_required' } });
  });

  test('401 responses include WWW-Authenticate for keys as well', async () => {
    const reply = await callWith({ 'x-api-key': generateKey() });
    expect(reply.headers['www-authenticate']).toBe('Bearer realm="api"');
  });
});

describe('the account a key acts for', () => {
  test('is its owner, without staff roles', async () => {
    const admin = await t.signIn('admin@example.com', { roles: ['admin'] });
    const { headers } = await createApiKey(t, admin);
    const others = `/apix/payments/payments/?user=${ada.accountId}`;
    expect((await send(t, 'GET', others, undefined, { headers })).body.count).toBe(0);
    expect((await send(t, 'GET', '/apix/leads/leads/', undefined, { headers })).status).toBe(403);
  });

  test('a suspended account may only read its profile', async () => {
    const suspend = t.kernel.database.write
      .updateTable('account')
      .set({ status: 'suspended' })
      .where('id', '=', ada.accountId);
    await suspend.execute();
    expect((await callWith(created.headers)).body.status).toBe('suspended');
    const wallet = '/apix/payments/transactions/';
    expect((await send(t, 'GET', wallet, undefined, created)).body.code).toBe('account_suspended');
  });

  test('is refused once the account is deleted', async () => {
    await send(t, 'POST', '/apix/accounts/delete/code/', undefined, ada);
    const [mail] = (await t.mails(ada.email)).filter(({ kind }) => /delete/.test(kind));
    const otp = mail!.subject.slice(0, 6);
    expect((await callWith(created.headers)).status).toBe(200);
    expect((await send(t, 'POST', '/apix/accounts/delete/', { otp }, ada)).status).toBe(204);
    await expect.poll(async () => (await callWith(created.headers)).status).toBe(401);
    const row = await t.kernel.database.write
      .selectFrom('api_key')
      .select('revoked_at')
      .where('id', '=', created.id)
      .executeTakeFirstOrThrow();
    expect(row.revoked_at).not.toBeNull();
  });
});

test.each([
  ['profile:read', profile],
  ['payments:read', '/apix/payments/payments/'],
  ['payments:read', '/apix/payments/transactions/'],
  ['payments:read', '/apix/payments/transactions/balance/'],
  ['payments:read', '/apix/payments/currencies/'],
])('a key with %s reads %s', async (scope, url) => {
  const { headers } = await createApiKey(t, ada, { scopes: [scope] });
  expect((await send(t, 'GET', url, undefined, { headers })).status).toBe(200);
});

describe('queries', () => {
  const check = (key: string) => t.areas.keys.checker.check(key, '203.0.113.7');

  test('none for a key that was checked within 5 s', async () => {
    await check(created.key);
    t.clock.advance(4999);
    expect(await countQueries(() => check(created.key))).toBe(0);
    t.clock.advance(1);
    expect(await countQueries(() => check(created.key))).toBeGreaterThan(0);
  });

  test('one for concurrent calls', async () => {
    t.clock.advance(5000);
    const checks = Array.from({ length: 50 }, () => check(created.key));
    // Counting the uses of before may ask something in between.
    expect(await countQueries(() => Promise.all(checks))).toBeLessThan(10);
  });

  test('none for malformed keys, and none for an unknown key that is cached', async () => {
    const unknown = generateKey();
    await check(unknown);
    const mistyped = created.key.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(await countQueries(() => Promise.all([check(unknown), check(mistyped)]))).toBe(0);
  });
});

describe('another process', () => {
  test('sees a change immediately, or within 5 s without the notification', async () => {
    const other = createKeys(t.kernel, t.areas.usage).checker;
    const seen = () => other.check(created.key, '203.0.113.7');
    expect(await seen()).toMatchObject({ accountId: ada.accountId, via: 'key' });
    await change('deactivate');
    await expect.poll(() => seen()).toMatchObject({ code: 'api_key_inactive' });

    const hearsNothing = { ...t.kernel.live, subscribe: () => Promise.reject(new Error('away')) };
    const deaf = createKeys({ ...t.kernel, live: hearsNothing }, t.areas.usage).checker;
    expect(await deaf.check(created.key, '203.0.113.7')).toMatchObject({
      code: 'api_key_inactive',
    });
    await change('activate');
    t.clock.advance(5000);
    expect(await deaf.check(created.key, '203.0.113.7')).toMatchObject({ via: 'key' });
  });
});

describe('counting', () => {
  const read = async () =>
    (await send(t, 'GET', `${apiKeysPath}${created.id}/`, undefined, { headers: ada.headers }))
      .body;

  test('calls are counted per day, with the last time and address', async () => {
    await callWith(created.headers, '203.0.113.1');
    await t.areas.usage.flush();
    t.clock.advance(dayMs);
    ada = await t.signIn(ada.email);
    await callWith(created.headers, '203.0.113.2');
    t.clock.advance(1000);
    await callWith(created.headers, '203.0.113.3');
    await t.areas.usage.flush();
    const key = await read();
    expect(key).toMatchObject({
      total_requests: 3,
      last_used_at: t.clock.now().toISOString(),
      last_used_ip: '203.0.113.3',
    });
    expect((key.daily_requests as number[]).slice(-3)).toEqual([0, 1, 2]);
  });

  test('the first use of a key is told to the open screens of its account, once', async () => {
    const closing = new AbortController();
    const subscription = { accountId: ada.accountId, topics: ['billing'], signal: closing.signal };
    const messages = await t.kernel.live.subscribe(subscription);
    const received: unknown[] = [];
    const listening = (async () => {
      for await (const { data } of messages) received.push(data);
    })();
    const other = await createApiKey(t, ada, { name: 'another' });
    for (const headers of [created.headers, created.headers, other.headers]) {
      await callWith(headers);
      await t.areas.usage.flush();
    }
    await expect.poll(() => received).toEqual([{ first_use: created.id }, { first_use: other.id }]);
    closing.abort();
    await listening;
  });

  test('a call costs no query, and calls that were refused or failed are counted', async () => {
    await callWith(created.headers);
    const calls = [
      ['/apix/accounts/profile/', 200],
      [apiKeysPath, 403],
      ['/apix/nothing/', 404],
    ] as const;
    for (const [path, status] of calls)
      expect((await send(t, 'GET', path, undefined, created)).status).toBe(status);
    expect(await countQueries(() => t.areas.keys.checker.check(created.key, '203.0.113.1'))).toBe(
      0,
    );
    await t.areas.usage.flush();
    expect((await read()).total_requests).toBe(4);
  });

  test('a call that the key does not allow is not counted, and the list is ordered by last use', async () => {
    const idle = await createApiKey(t, ada, { name: 'idle', allowed_ips: ['203.0.113.0/24'] });
    await callWith(idle.headers, '198.51.100.1');
    await callWith(created.headers);
    await t.areas.usage.flush();
    const url = `${apiKeysPath}?ordering=-last_used_at`;
    const { body } = await send(t, 'GET', url, undefined, { headers: ada.headers });
    expect(body.results).toMatchObject([
      { id: created.id, total_requests: 1 },
      { id: idle.id, total_requests: 0, last_used_at: null },
    ]);
  });
});
