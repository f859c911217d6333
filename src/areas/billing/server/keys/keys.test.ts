import { beforeEach, describe, expect, test } from 'vitest';
import { keysPath, makeKey } from '#test/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const dayMs = 86_400_000;
const unknownId = '01900000-0000-7000-8000-000000000000';
const path = (id: string, rest = '') => `${keysPath}${id}/${rest}`;
const inDays = (days: number) => new Date(t.clock.now().getTime() + days * dayMs).toISOString();

let person = 0;
let ada: SignedIn;
beforeEach(async () => {
  ada = await t.signIn(`ada${++person}@example.com`);
});
const ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object) =>
  send(t, method, url, body, { headers: ada.headers });

/** Time passes, and the person comes back. */
async function passDays(days: number) {
  t.clock.advance(days * dayMs);
  ada = await t.signIn(ada.email);
}

describe('creating a key', () => {
  test('shows it once and keeps nothing but its hash', async () => {
    const reply = await ask('POST', keysPath, { name: ' ci ', description: 'For builds' });
    expect(reply.status).toBe(201);
    const { key, warning, ...shown } = reply.body;
    expect(key).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
    expect(warning).toBeTruthy();
    expect(shown).toMatchObject({
      name: 'ci',
      description: 'For builds',
      prefix: 'sk_live_',
      key_preview: `${String(key).slice(0, 12)}...${String(key).slice(-4)}`,
      status: 'active',
      is_active: true,
      is_expired: false,
      is_valid: true,
      allowed_ips: [],
      total_requests: 0,
      last_used_at: null,
      expires_at: null,
      days_until_expiry: null,
      replaced_by: null,
      lineage_id: shown.id,
    });
    expect(shown.daily_requests).toEqual(Array.from({ length: 30 }, () => 0));
    expect((await ask('GET', path(String(shown.id)))).body).toEqual(shown);
    const rows = await t.kernel.database.write.selectFrom('api_key').selectAll().execute();
    const text = JSON.stringify(rows, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(text).not.toContain(String(key).slice(12, -4));
  });

  test('gives every scope but credentials, unless told', async () => {
    const { body } = await makeKey(t, ada);
    expect(body.scopes).toContain('payments:read');
    expect(body.scopes).not.toContain('proxy:credentials');
    const asked = { scopes: ['speech', 'customs', 'speech'] };
    expect((await makeKey(t, ada, asked)).body.scopes).toEqual(['customs', 'speech']);
  });

  test('takes days or a date to expire', async () => {
    const days = await makeKey(t, ada, { expires_in_days: 30 });
    expect(days.body).toMatchObject({ expires_at: inDays(30), days_until_expiry: 30 });
    const date = await makeKey(t, ada, { expires_at: inDays(1.5) });
    expect(date.body).toMatchObject({ expires_at: inDays(1.5), days_until_expiry: 2 });
  });

  test('keeps addresses in one way of writing them', async () => {
    const allowed_ips = ['203.0.113.9/24', '2001:DB8::1', '203.0.113.0/24'];
    const { body } = await makeKey(t, ada, { allowed_ips });
    expect(body.allowed_ips).toEqual(['203.0.113.0/24', '2001:db8::1']);
  });

  test.each([
    [{}, { name: ['This field is required.'] }],
    [{ name: ' ' }, { name: ['Give the key a name.'] }],
    [{ name: 'x', scopes: [] }, { scopes: ['Choose at least one scope.'] }],
    [{ name: 'x', expires_in_days: 366 }, { expires_in_days: [expect.stringMatching('365')] }],
    [
      { name: 'x', allowed_ips: ['localhost'] },
      { allowed_ips: ['"localhost" is not an address or a range such as 203.0.113.0/24.'] },
    ],
    [
      { name: 'x', expires_at: '2020-01-01T00:00:00Z' },
      { expires_at: ['Enter a time in the future.'] },
    ],
    [
      { name: 'x', expires_in_days: 3, expires_at: '2999-01-01T00:00:00Z' },
      { expires_at: ['Send expires_in_days or expires_at, not both.'] },
    ],
  ])('refuses %j', async (body, fields) => {
    expect(await ask('POST', keysPath, body)).toMatchObject({ status: 400, body: fields });
  });

  test('refuses a scope that does not exist, and more than 20 addresses', async () => {
    expect((await ask('POST', keysPath, { name: 'x', scopes: ['root'] })).status).toBe(400);
    const allowed_ips = Array.from({ length: 21 }, (_, at) => `203.0.113.${at}`);
    expect((await ask('POST', keysPath, { name: 'x', allowed_ips })).body).toEqual({
      allowed_ips: ['Ensure this field has no more than 20 elements.'],
    });
  });

  test('wants a name of its own, whatever the case, until the other is revoked', async () => {
    const { id } = await makeKey(t, ada, { name: 'Deploy' });
    const taken = await ask('POST', keysPath, { name: 'deploy' });
    expect(taken).toMatchObject({ status: 400, body: { name: [expect.any(String)] } });
    await ask('POST', path(id, 'revoke/'), {});
    expect((await ask('POST', keysPath, { name: 'deploy' })).status).toBe(201);
    const other = await t.signIn(`other${person}@example.com`);
    await makeKey(t, other, { name: 'deploy' });
  });

  test('stops where the plan ends, also for calls at the same time', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const replies = await Promise.all(names.map((name) => ask('POST', keysPath, { name })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400]);
    const refused = replies.find(({ status }) => status === 400)?.body;
    expect(refused).toMatchObject({ code: 'key_limit_reached', limit: 2 });
    expect(refused).not.toHaveProperty('available');
  });

  test('with an Idempotency-Key makes one key and shows it once', async () => {
    const headers = { ...ada.headers, 'idempotency-key': 'once' };
    expect((await send(t, 'POST', keysPath, { name: 'x' }, { headers })).status).toBe(201);
    const again = await send(t, 'POST', keysPath, { name: 'x' }, { headers });
    expect(again).toMatchObject({ status: 409, body: { code: 'idempotency_secret' } });
    expect((await ask('GET', keysPath)).body.count).toBe(1);
  });
});

describe('the list', () => {
  test('is searched, filtered by status and ordered', async () => {
    await makeKey(t, ada, { name: 'alpha' });
    t.clock.advance(1);
    const beta = await makeKey(t, ada, { name: 'beta' });
    await ask('POST', path(beta.id, 'deactivate/'), { reason: 'holiday' });
    const names = async (query: string) =>
      ((await ask('GET', keysPath + query)).body.results as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await names('')).toEqual(['beta', 'alpha']);
    expect(await names('?ordering=name')).toEqual(['alpha', 'beta']);
    expect(await names('?status=inactive')).toEqual(['beta']);
    expect(await names('?status=active,inactive&search=LPH')).toEqual(['alpha']);
    expect(await names('?search=%25')).toEqual([]);
    expect((await ask('GET', `${keysPath}?status=odd`)).status).toBe(400);
    expect((await ask('GET', `${keysPath}?page=2`)).body).toEqual({
      detail: 'Invalid page.',
      code: 'not_found',
    });
  });

  test('shows the keys of others to support alone', async () => {
    await makeKey(t, ada);
    const support = await t.signIn('support@example.com', { roles: ['support'] });
    const url = `${keysPath}?user=${ada.accountId}`;
    expect((await send(t, 'GET', url, undefined, support)).body.count).toBe(1);
    const stranger = await t.signIn('stranger@example.com');
    expect((await send(t, 'GET', url, undefined, stranger)).body.count).toBe(0);
  });
});

describe('changing a key', () => {
  test('PATCH changes what it names, PUT sets all', async () => {
    const { id } = await makeKey(t, ada, { description: 'old', expires_in_days: 10 });
    const patched = await ask('PATCH', path(id), { name: 'new', allowed_ips: ['203.0.113.1'] });
    expect(patched.body).toMatchObject({
      name: 'new',
      description: 'old',
      allowed_ips: ['203.0.113.1'],
      days_until_expiry: 10,
    });
    const put = await ask('PUT', path(id), { name: 'set', scopes: ['speech'] });
    expect(put.body).toMatchObject({
      name: 'set',
      description: '',
      allowed_ips: [],
      scopes: ['speech'],
      expires_at: null,
    });
    expect((await ask('PUT', path(id), {})).body).toEqual({ name: ['This field is required.'] });
    const past = await ask('PATCH', path(id), { expires_at: '2020-01-01T00:00:00Z' });
    expect(past.body).toEqual({ expires_at: ['Enter a time in the future.'] });
  });

  test('its own name is not taken, another key’s is', async () => {
    const one = await makeKey(t, ada, { name: 'one' });
    await makeKey(t, ada, { name: 'two' });
    expect((await ask('PATCH', path(one.id), { name: 'ONE' })).status).toBe(200);
    expect((await ask('PATCH', path(one.id), { name: 'Two' })).status).toBe(400);
  });

  test('an expired key comes back as it was before', async () => {
    const { id } = await makeKey(t, ada, { expires_in_days: 1 });
    await ask('POST', path(id, 'deactivate/'), { reason: '' });
    await passDays(1);
    expect((await ask('GET', path(id))).body).toMatchObject({
      status: 'expired',
      is_expired: true,
      is_valid: false,
      days_until_expiry: 0,
    });
    expect((await ask('POST', path(id, 'activate/'))).body).toMatchObject({
      code: 'invalid_state',
      current_status: 'expired',
    });
    const back = await ask('PATCH', path(id), { expires_at: inDays(3) });
    expect(back.body).toMatchObject({ status: 'inactive', is_expired: false });
  });

  test.each(['PATCH', 'PUT'] as const)('%s brings none back past the plan', async (method) => {
    const { id } = await makeKey(t, ada, { expires_in_days: 1 });
    await passDays(1);
    await makeKey(t, ada);
    await makeKey(t, ada);
    const reply = await ask(method, path(id), { name: 'back', expires_at: inDays(3) });
    expect(reply).toMatchObject({ status: 400, body: { code: 'key_limit_reached' } });
  });
});

describe('switching, revoking, deleting', () => {
  test('deactivate and activate can be repeated', async () => {
    const { id } = await makeKey(t, ada);
    for (let times = 0; times < 2; times++)
      expect((await ask('POST', path(id, 'deactivate/'), { reason: 'leak?' })).body).toMatchObject({
        status: 'inactive',
        is_active: false,
        status_reason: 'leak?',
      });
    for (let times = 0; times < 2; times++)
      expect((await ask('POST', path(id, 'activate/'))).body).toMatchObject({
        status: 'active',
        status_reason: '',
      });
    expect((await ask('POST', path(id, 'deactivate/'), { reason: 7 })).status).toBe(400);
  });

  test('a revoked key stays so, and takes nothing more', async () => {
    const { id } = await makeKey(t, ada);
    const first = await ask('POST', path(id, 'revoke/'), { reason: 'leaked' });
    expect(first.body).toMatchObject({ status: 'revoked', status_reason: 'leaked' });
    t.clock.advance(1000);
    expect((await ask('POST', path(id, 'revoke/'), {})).body).toEqual(first.body);
    const refused = { status: 400, body: { code: 'invalid_state', current_status: 'revoked' } };
    expect(await ask('PATCH', path(id), { name: 'x' })).toMatchObject(refused);
    expect(await ask('PUT', path(id), { name: 'x' })).toMatchObject(refused);
    expect(await ask('POST', path(id, 'activate/'))).toMatchObject(refused);
    expect(await ask('POST', path(id, 'deactivate/'), {})).toMatchObject(refused);
    expect(await ask('POST', path(id, 'rotate/'), {})).toMatchObject(refused);
    expect((await ask('POST', path(id, 'revoke/'), { reason: 7 })).status).toBe(400);
  });

  test('delete revokes and hides', async () => {
    const { id, headers } = await makeKey(t, ada);
    expect((await ask('DELETE', path(id))).status).toBe(204);
    expect((await ask('GET', path(id))).status).toBe(404);
    expect((await ask('DELETE', path(id))).status).toBe(404);
    expect((await ask('GET', keysPath)).body.count).toBe(0);
    const used = await send(t, 'GET', '/apix/accounts/profile/', undefined, { headers });
    expect(used.body.code).toBe('api_key_revoked');
  });
});

describe('rotation', () => {
  test('gives a key like the old one, which works on for the overlap', async () => {
    const old = await makeKey(t, ada, {
      name: 'ci',
      scopes: ['profile:read'],
      allowed_ips: ['127.0.0.1'],
      expires_in_days: 30,
    });
    await passDays(10);
    const reply = await ask('POST', path(old.id, 'rotate/'), { overlap_seconds: 3600 });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      name: 'ci',
      lineage_id: old.id,
      scopes: ['profile:read'],
      allowed_ips: ['127.0.0.1'],
      days_until_expiry: 30,
    });
    expect(reply.body.key).not.toBe(old.key);
    expect((await ask('GET', path(old.id))).body).toMatchObject({
      replaced_by: reply.body.id,
      expires_at: inDays(1 / 24),
    });
    const call = async (key: string) =>
      (
        await send(t, 'GET', '/apix/accounts/profile/', undefined, {
          headers: { 'x-api-key': key },
        })
      ).status;
    expect([await call(old.key), await call(String(reply.body.key))]).toEqual([200, 200]);
    t.clock.advance(3_600_000);
    expect([await call(old.key), await call(String(reply.body.key))]).toEqual([401, 200]);
  });

  test('without an overlap revokes the old key; a replaced key is not changed again', async () => {
    const now = await makeKey(t, ada);
    await ask('POST', path(now.id, 'rotate/'), { overlap_seconds: 0 });
    expect((await ask('GET', path(now.id))).body.status).toBe('revoked');
    const later = await makeKey(t, ada);
    await ask('POST', path(later.id, 'rotate/'), {});
    const refused = { status: 400, body: { code: 'invalid_state', current_status: 'active' } };
    expect(await ask('POST', path(later.id, 'rotate/'), {})).toMatchObject(refused);
    expect(await ask('PATCH', path(later.id), { expires_at: inDays(99) })).toMatchObject(refused);
    expect((await ask('POST', path(later.id, 'rotate/'), { overlap_seconds: -1 })).status).toBe(
      400,
    );
  });

  test('of a key that is switched off gives one that is switched off', async () => {
    const old = await makeKey(t, ada);
    await ask('POST', path(old.id, 'deactivate/'), {});
    const reply = await ask('POST', path(old.id, 'rotate/'), {});
    expect(reply).toMatchObject({ status: 201, body: { status: 'inactive' } });
  });

  test('needs room in the plan for an expired key alone', async () => {
    const expired = await makeKey(t, ada, { expires_in_days: 1 });
    await passDays(1);
    const live = await makeKey(t, ada);
    await makeKey(t, ada);
    expect((await ask('POST', path(live.id, 'rotate/'), {})).status).toBe(201);
    const reply = await ask('POST', path(expired.id, 'rotate/'), {});
    expect(reply).toMatchObject({ status: 400, body: { code: 'key_limit_reached' } });
  });
});

const calls = [
  ['GET', '', undefined],
  ['PUT', '', { name: 'x' }],
  ['PATCH', '', { name: 'x' }],
  ['DELETE', '', undefined],
  ['POST', 'activate/', undefined],
  ['POST', 'deactivate/', {}],
  ['POST', 'revoke/', {}],
  ['POST', 'rotate/', {}],
] as const;

describe.each(calls)('%s api-keys/{id}/%s', (method, rest, body) => {
  test('knows neither somebody else’s key nor one that is not there', async () => {
    const other = await t.signIn('mallory@example.com');
    const { id } = await makeKey(t, ada);
    for (const url of [path(id, rest), path(unknownId, rest), path('7', rest)])
      expect((await send(t, method, url, body, other)).body).toEqual({
        detail: 'Not found.',
        code: 'not_found',
      });
    expect((await ask('GET', path(id))).body.status).toBe('active');
  });

  test('wants a person who is signed in', async () => {
    const { id, headers } = await makeKey(t, ada);
    const anonymous = await send(t, method, path(id, rest), body);
    expect(anonymous).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
    const byKey = await send(t, method, path(id, rest), body, { headers });
    expect(byKey).toMatchObject({ status: 403, body: { code: 'jwt_required' } });
  });
});

test('the list and new keys want a person who is signed in', async () => {
  for (const [method, body] of [
    ['GET', undefined],
    ['POST', { name: 'x' }],
  ] as const) {
    expect((await send(t, method, keysPath, body)).body.code).toBe('not_authenticated');
    const { headers } = await makeKey(t, ada);
    expect((await send(t, method, keysPath, body, { headers })).body.code).toBe('jwt_required');
  }
});

test('support reads keys of others, an admin alone ends them, and it is written down', async () => {
  const { id } = await makeKey(t, ada);
  const support = await t.signIn('support@example.com', { roles: ['support'] });
  const admin = await t.signIn('admin@example.com', { roles: ['admin'] });
  expect((await send(t, 'GET', path(id), undefined, support)).status).toBe(200);
  const others = await Promise.all(
    (['sales', 'finance'] as const).map((role) =>
      t.signIn(`${role}@example.com`, { roles: [role] }),
    ),
  );
  for (const one of [support, ...others])
    expect((await send(t, 'POST', path(id, 'revoke/'), {}, one)).status).toBe(404);
  expect((await send(t, 'PATCH', path(id), { name: 'x' }, admin)).status).toBe(404);
  const reason = 'It stood in a public repository';
  expect((await send(t, 'POST', path(id, 'revoke/'), { reason }, admin)).status).toBe(200);
  expect((await ask('GET', path(id))).body).toMatchObject({
    status: 'revoked',
    status_reason: reason,
  });
  const entries = await t.kernel.database.read
    .selectFrom('audit_entry')
    .select(['account_id', 'subject_type', 'before', 'after', 'input', 'status'])
    .where('subject_id', '=', id)
    .execute();
  const key = { user: ada.accountId, name: expect.any(String) };
  expect(entries).toEqual([
    {
      account_id: admin.accountId,
      subject_type: 'key',
      before: { ...key, status: 'active' },
      after: { ...key, status: 'revoked' },
      input: { reason },
      status: 200,
    },
  ]);
});
