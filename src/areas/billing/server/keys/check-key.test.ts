import { beforeEach, describe, expect, test, vi } from 'vitest';
import { keysPath, type MadeKey, makeKey } from '#test/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { newKey } from './key-format.ts';
import { openKeys } from './keys.ts';

const t = useApp();
const profile = '/apix/accounts/profile/';

let person = 0;
let ada: SignedIn;
let made: MadeKey;
beforeEach(async () => {
  ada = await t.signIn(`ada${++person}@example.com`);
  made = await makeKey(t, ada);
});
const change = (rest: string, body: object = {}) =>
  send(t, 'POST', `${keysPath}${made.id}/${rest}/`, body, { headers: ada.headers });
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

describe('where a key may stand', () => {
  test.each([
    ['Authorization: ApiKey', (key: string) => ({ authorization: `ApiKey ${key}` })],
    ['Authorization: Api-Key', (key: string) => ({ authorization: `Api-Key ${key}` })],
    ['Authorization: api-key', (key: string) => ({ authorization: `api-key  ${key}` })],
    ['Authorization: Bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
    ['X-API-Key', (key: string) => ({ 'x-api-key': key })],
    ['twice the same', (key: string) => ({ authorization: `ApiKey ${key}`, 'x-api-key': key })],
  ])('%s', async (_, headers) => {
    expect((await callWith(headers(made.key))).body.email).toBe(ada.email);
  });

  test('two different credentials are refused', async () => {
    const reply = await callWith({ ...ada.headers, 'x-api-key': made.key });
    expect(reply).toMatchObject({ status: 400, body: { code: 'ambiguous_credentials' } });
  });
});

describe('every refusal has its own code', () => {
  const refusal = async (status: number, code: string, key = made.key) =>
    expect(await callWith({ 'x-api-key': key })).toMatchObject({ status, body: { code } });

  test('unknown, mistyped, of another shape', async () => {
    await refusal(401, 'api_key_invalid', newKey());
    await refusal(401, 'api_key_invalid', `${made.key.slice(0, -1)}_`);
    await refusal(401, 'api_key_invalid', 'secret');
  });

  test('inactive, revoked', async () => {
    await change('deactivate');
    await refusal(401, 'api_key_inactive');
    await change('activate');
    expect((await callWith(made.headers)).status).toBe(200);
    await change('revoke');
    await refusal(401, 'api_key_revoked');
  });

  test('expired, to the second, although it was seen a moment ago', async () => {
    const until = new Date(t.clock.now().getTime() + 2000).toISOString();
    const { key } = await makeKey(t, ada, { expires_at: until });
    t.clock.advance(1999);
    expect((await callWith({ 'x-api-key': key })).status).toBe(200);
    t.clock.advance(1);
    await refusal(401, 'api_key_expired', key);
  });

  test('from another address', async () => {
    const { headers } = await makeKey(t, ada, { allowed_ips: ['203.0.113.0/24'] });
    expect((await callWith(headers, '203.0.113.9')).status).toBe(200);
    const reply = await callWith(headers, '198.51.100.1');
    expect(reply).toMatchObject({ status: 401, body: { code: 'api_key_ip_denied' } });
  });

  test('without the scope, and where only a person may go', async () => {
    const { headers } = await makeKey(t, ada, { scopes: ['speech'] });
    expect(await callWith(headers)).toMatchObject({
      status: 403,
      body: { code: 'scope_missing', required: 'profile:read' },
    });
    const keys = await send(t, 'GET', keysPath, undefined, { headers });
    expect(keys).toMatchObject({ status: 403, body: { code: 'jwt_required' } });
  });

  test('401 says how to sign in, and that holds for keys too', async () => {
    const reply = await callWith({ 'x-api-key': newKey() });
    expect(reply.headers['www-authenticate']).toBe('Bearer realm="api"');
  });
});

describe('whom a key acts for', () => {
  test('its owner, without staff roles', async () => {
    const admin = await t.signIn('admin@example.com', { roles: ['admin'] });
    const { headers } = await makeKey(t, admin);
    const others = `/apix/payments/payments/?user=${ada.accountId}`;
    expect((await send(t, 'GET', others, undefined, { headers })).body.count).toBe(0);
    expect((await send(t, 'GET', '/apix/leads/leads/', undefined, { headers })).status).toBe(403);
  });

  test('a suspended account reads its profile and nothing else', async () => {
    const suspend = t.kernel.database.write
      .updateTable('account')
      .set({ status: 'suspended' })
      .where('id', '=', ada.accountId);
    await suspend.execute();
    expect((await callWith(made.headers)).body.status).toBe('suspended');
    const wallet = '/apix/payments/transactions/';
    expect((await send(t, 'GET', wallet, undefined, made)).body.code).toBe('account_suspended');
  });

  test('nobody once the account is deleted', async () => {
    await send(t, 'POST', '/apix/accounts/delete/code/', undefined, ada);
    const [mail] = (await t.mails(ada.email)).filter(({ kind }) => /delete/.test(kind));
    const otp = mail!.subject.slice(0, 6);
    expect((await callWith(made.headers)).status).toBe(200);
    expect((await send(t, 'POST', '/apix/accounts/delete/', { otp }, ada)).status).toBe(204);
    await vi.waitFor(async () => expect((await callWith(made.headers)).status).toBe(401));
    const row = await t.kernel.database.write
      .selectFrom('api_key')
      .select('revoked_at')
      .where('id', '=', made.id)
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
  const { headers } = await makeKey(t, ada, { scopes: [scope] });
  expect((await send(t, 'GET', url, undefined, { headers })).status).toBe(200);
});

describe('queries', () => {
  const check = (key: string) => t.areas.keys.checker.check(key, '203.0.113.7');

  test('none for a key that was seen in the last 5 s', async () => {
    await check(made.key);
    t.clock.advance(4999);
    expect(await countQueries(() => check(made.key))).toBe(0);
    t.clock.advance(1);
    expect(await countQueries(() => check(made.key))).toBeGreaterThan(0);
  });

  test('one answer for many calls at the same time', async () => {
    t.clock.advance(5000);
    const checks = Array.from({ length: 50 }, () => check(made.key));
    // Counting the uses of before may ask something in between.
    expect(await countQueries(() => Promise.all(checks))).toBeLessThan(10);
  });

  test('none for what can not be a key, and none again for a key that is unknown', async () => {
    const unknown = newKey();
    await check(unknown);
    const mistyped = made.key.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(await countQueries(() => Promise.all([check(unknown), check(mistyped)]))).toBe(0);
  });
});

describe('another process', () => {
  test('learns of a change at once, and without the notification within 5 s', async () => {
    const other = openKeys(t.kernel).checker;
    const seen = () => other.check(made.key, '203.0.113.7');
    expect(await seen()).toMatchObject({ accountId: ada.accountId, via: 'key' });
    await change('deactivate');
    await vi.waitFor(async () => expect(await seen()).toMatchObject({ code: 'api_key_inactive' }));

    const hearsNothing = { ...t.kernel.live, subscribe: () => Promise.reject(new Error('away')) };
    const deaf = openKeys({ ...t.kernel, live: hearsNothing }).checker;
    expect(await deaf.check(made.key, '203.0.113.7')).toMatchObject({ code: 'api_key_inactive' });
    await change('activate');
    t.clock.advance(5000);
    expect(await deaf.check(made.key, '203.0.113.7')).toMatchObject({ via: 'key' });
  });
});

describe('counting', () => {
  const read = async () =>
    (await send(t, 'GET', `${keysPath}${made.id}/`, undefined, { headers: ada.headers })).body;

  test('answered calls are counted per day, with the last time and address', async () => {
    await callWith(made.headers, '203.0.113.1');
    await t.areas.keys.uses.flush();
    t.clock.advance(86_400_000);
    ada = await t.signIn(ada.email);
    await callWith(made.headers, '203.0.113.2');
    t.clock.advance(1000);
    await callWith(made.headers, '203.0.113.3');
    await t.areas.keys.uses.flush();
    const shown = await read();
    expect(shown).toMatchObject({
      total_requests: 3,
      last_used_at: t.clock.now().toISOString(),
      last_used_ip: '203.0.113.3',
    });
    expect((shown.daily_requests as number[]).slice(-3)).toEqual([0, 1, 2]);
  });

  test('a call costs no write of its own, and a flush counts nothing twice', async () => {
    const check = () => t.areas.keys.checker.check(made.key, '203.0.113.1');
    await check();
    expect(await countQueries(() => Promise.all(Array.from({ length: 99 }, check)))).toBe(0);
    await Promise.all([t.areas.keys.uses.flush(), t.areas.keys.uses.flush()]);
    expect((await read()).total_requests).toBe(100);
  });

  test('what could not be written is written later', async () => {
    const { work } = t.kernel;
    let isAway = true;
    const write: typeof work.write = (act) =>
      isAway ? Promise.reject(new Error('away')) : work.write(act);
    const { uses } = openKeys({ ...t.kernel, work: { ...work, write } });
    uses.note(made.id, null);
    await uses.flush();
    isAway = false;
    uses.note(made.id, '203.0.113.5');
    expect((await read()).total_requests).toBe(0);
    await uses.flush();
    expect(await read()).toMatchObject({ total_requests: 2, last_used_ip: '203.0.113.5' });
  });

  test('two processes that write the same keys at once lose nothing', async () => {
    const ids = [made.id, (await makeKey(t, ada)).id];
    const processes = [openKeys(t.kernel).uses, openKeys(t.kernel).uses];
    for (let round = 0; round < 20; round++) {
      for (const [at, uses] of processes.entries())
        for (const id of at === 0 ? ids : ids.toReversed()) uses.note(id, '203.0.113.1');
      await Promise.all(processes.map((uses) => uses.flush()));
    }
    expect((await read()).total_requests).toBe(40);
  });

  test('a refused call is not counted, and the list is ordered by last use', async () => {
    const idle = await makeKey(t, ada, { name: 'idle', allowed_ips: ['203.0.113.0/24'] });
    await callWith(idle.headers, '198.51.100.1');
    await callWith(made.headers);
    await t.areas.keys.uses.flush();
    const url = `${keysPath}?ordering=-last_used_at`;
    const { body } = await send(t, 'GET', url, undefined, { headers: ada.headers });
    expect(body.results).toMatchObject([
      { id: made.id, total_requests: 1 },
      { id: idle.id, total_requests: 0, last_used_at: null },
    ]);
  });
});
