import { beforeEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { apiKeysPath, createApiKey } from '#test/factories/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const unknownId = '01900000-0000-7000-8000-000000000000';
const path = (id: string, rest = '') => `${apiKeysPath}${id}/${rest}`;
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
  test('returns the key once and stores only its hash', async () => {
    const reply = await ask('POST', apiKeysPath, { name: ' ci ', description: 'For builds' });
    expect(reply.status).toBe(201);
    const { key, warning, ...row } = reply.body;
    expect(key).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
    expect(warning).toBeTruthy();
    expect(row).toMatchObject({
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
      lineage_id: row.id,
    });
    expect(row.daily_requests).toEqual(Array.from({ length: 30 }, () => 0));
    expect((await ask('GET', path(String(row.id)))).body).toEqual(row);
    const rows = await t.kernel.database.write.selectFrom('api_key').selectAll().execute();
    const text = JSON.stringify(rows, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(text).not.toContain(String(key).slice(12, -4));
  });

  test('grants every scope but credentials by default', async () => {
    const { body } = await createApiKey(t, ada);
    expect(body.scopes).toContain('payments:read');
    expect(body.scopes).not.toContain('proxy:credentials');
    const scopes = ['speech', 'customs', 'speech'];
    expect((await createApiKey(t, ada, { scopes })).body.scopes).toEqual(['customs', 'speech']);
  });

  test('accepts an expiry in days or as a date', async () => {
    const days = await createApiKey(t, ada, { expires_in_days: 30 });
    expect(days.body).toMatchObject({ expires_at: inDays(30), days_until_expiry: 30 });
    const date = await createApiKey(t, ada, { expires_at: inDays(1.5) });
    expect(date.body).toMatchObject({ expires_at: inDays(1.5), days_until_expiry: 2 });
  });

  test('normalises addresses', async () => {
    const allowed_ips = ['203.0.113.9/24', '2001:DB8::1', '203.0.113.0/24'];
    const { body } = await createApiKey(t, ada, { allowed_ips });
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
    [
      { scopes: ['root'], allowed_ips: ['999.1.1.1'], expires_at: '2020-01-01T00:00:00Z' },
      {
        name: ['This field is required.'],
        scopes: [expect.any(String)],
        allowed_ips: ['"999.1.1.1" is not an address or a range such as 203.0.113.0/24.'],
        expires_at: ['Enter a time in the future.'],
      },
    ],
  ])('refuses %j', async (body, fields) => {
    expect(await ask('POST', apiKeysPath, body)).toMatchObject({ status: 400, body: fields });
  });

  test('refuses a scope that does not exist, and more than 20 addresses', async () => {
    expect((await ask('POST', apiKeysPath, { name: 'x', scopes: ['root'] })).status).toBe(400);
    const allowed_ips = Array.from({ length: 21 }, (_, at) => `203.0.113.${at}`);
    expect((await ask('POST', apiKeysPath, { name: 'x', allowed_ips })).body).toEqual({
      allowed_ips: ['Ensure this field has no more than 20 elements.'],
    });
  });

  test('requires a unique name, ignoring case, among keys that are not revoked', async () => {
    const { id } = await createApiKey(t, ada, { name: 'Deploy' });
    const duplicate = await ask('POST', apiKeysPath, { name: 'deploy' });
    expect(duplicate).toMatchObject({ status: 400, body: { name: [expect.any(String)] } });
    await ask('POST', path(id, 'revoke/'), {});
    expect((await ask('POST', apiKeysPath, { name: 'deploy' })).status).toBe(201);
    const other = await t.signIn(`other${person}@example.com`);
    await createApiKey(t, other, { name: 'deploy' });
  });

  test('stops at the plan’s limit, also for concurrent calls', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const replies = await Promise.all(names.map((name) => ask('POST', apiKeysPath, { name })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400]);
    const refused = replies.find(({ status }) => status === 400)?.body;
    expect(refused).toMatchObject({ code: 'key_limit_reached', limit: 2 });
    expect(refused).not.toHaveProperty('available');
  });

  test('with an Idempotency-Key creates one key and returns it once', async () => {
    const headers = { ...ada.headers, 'idempotency-key': 'once' };
    expect((await send(t, 'POST', apiKeysPath, { name: 'x' }, { headers })).status).toBe(201);
    const again = await send(t, 'POST', apiKeysPath, { name: 'x' }, { headers });
    expect(again).toMatchObject({ status: 409, body: { code: 'idempotency_secret' } });
    expect((await ask('GET', apiKeysPath)).body.count).toBe(1);
  });
});

describe('the list', () => {
  test('can be searched, filtered by status and ordered', async () => {
    await createApiKey(t, ada, { name: 'alpha' });
    t.clock.advance(1);
    const beta = await createApiKey(t, ada, { name: 'beta' });
    await ask('POST', path(beta.id, 'deactivate/'), { reason: 'holiday' });
    const names = async (query: string) =>
      ((await ask('GET', apiKeysPath + query)).body.results as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await names('')).toEqual(['beta', 'alpha']);
    expect(await names('?ordering=name')).toEqual(['alpha', 'beta']);
    expect(await names('?status=inactive')).toEqual(['beta']);
    expect(await names('?status=active,inactive&search=LPH')).toEqual(['alpha']);
    expect(await names('?search=%25')).toEqual([]);
    expect((await ask('GET', `${apiKeysPath}?status=odd`)).status).toBe(400);
    expect((await ask('GET', `${apiKeysPath}?page=2`)).body).toMatchObject({
      detail: 'Invalid page.',
      code: 'not_found',
    });
  });

  test('shows other users’ keys to support only', async () => {
    await createApiKey(t, ada);
    const support = await t.signIn('support@example.com', { roles: ['support'] });
    const url = `${apiKeysPath}?user=${ada.accountId}`;
    expect((await send(t, 'GET', url, undefined, support)).body.count).toBe(1);
    const stranger = await t.signIn('stranger@example.com');
    expect((await send(t, 'GET', url, undefined, stranger)).body.count).toBe(0);
  });
});

describe('changing a key', () => {
  test('PATCH changes the given fields, PUT sets all', async () => {
    const { id } = await createApiKey(t, ada, { description: 'old', expires_in_days: 10 });
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

  test('accepts its own name but not another key’s', async () => {
    const one = await createApiKey(t, ada, { name: 'one' });
    await createApiKey(t, ada, { name: 'two' });
    expect((await ask('PATCH', path(one.id), { name: 'ONE' })).status).toBe(200);
    expect((await ask('PATCH', path(one.id), { name: 'Two' })).status).toBe(400);
  });

  test('restores an expired key to its previous status', async () => {
    const { id } = await createApiKey(t, ada, { expires_in_days: 1 });
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

  test.each(['PATCH', 'PUT'] as const)(
    '%s restores no key over the plan’s limit',
    async (method) => {
      const { id } = await createApiKey(t, ada, { expires_in_days: 1 });
      await passDays(1);
      await createApiKey(t, ada);
      await createApiKey(t, ada);
      const reply = await ask(method, path(id), { name: 'back', expires_at: inDays(3) });
      expect(reply).toMatchObject({ status: 400, body: { code: 'key_limit_reached' } });
    },
  );
});

describe('deactivating, revoking, deleting', () => {
  test('deactivate and activate are idempotent', async () => {
    const { id } = await createApiKey(t, ada);
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

  test('a revoked key stays revoked and accepts no change', async () => {
    const { id } = await createApiKey(t, ada);
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

  test('delete revokes and hides the key', async () => {
    const { id, headers } = await createApiKey(t, ada);
    expect((await ask('DELETE', path(id))).status).toBe(204);
    expect((await ask('GET', path(id))).status).toBe(404);
    expect((await ask('DELETE', path(id))).status).toBe(404);
    expect((await ask('GET', apiKeysPath)).body.count).toBe(0);
    const used = await send(t, 'GET', '/apix/accounts/profile/', undefined, { headers });
    expect(used.body.code).toBe('api_key_revoked');
  });
});

describe('rotation', () => {
  test('creates an equivalent key, and the old one works for the overlap', async () => {
    const old = await createApiKey(t, ada, {
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
    t.clock.advance(hourMs);
    expect([await call(old.key), await call(String(reply.body.key))]).toEqual([401, 200]);
  });

  test('without an overlap revokes the old key; a replaced key accepts no change', async () => {
    const now = await createApiKey(t, ada);
    await ask('POST', path(now.id, 'rotate/'), { overlap_seconds: 0 });
    expect((await ask('GET', path(now.id))).body.status).toBe('revoked');
    const later = await createApiKey(t, ada);
    await ask('POST', path(later.id, 'rotate/'), {});
    const refused = { status: 400, body: { code: 'invalid_state', current_status: 'active' } };
    expect(await ask('POST', path(later.id, 'rotate/'), {})).toMatchObject(refused);
    expect(await ask('PATCH', path(later.id), { expires_at: inDays(99) })).toMatchObject(refused);
    expect((await ask('POST', path(later.id, 'rotate/'), { overlap_seconds: -1 })).status).toBe(
      400,
    );
  });

  test('of an inactive key creates an inactive one', async () => {
    const old = await createApiKey(t, ada);
    await ask('POST', path(old.id, 'deactivate/'), {});
    const reply = await ask('POST', path(old.id, 'rotate/'), {});
    expect(reply).toMatchObject({ status: 201, body: { status: 'inactive' } });
  });

  test('counts towards the plan’s limit only for an expired key', async () => {
    const expired = await createApiKey(t, ada, { expires_in_days: 1 });
    await passDays(1);
    const live = await createApiKey(t, ada);
    await createApiKey(t, ada);
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
  test('returns 404 for unknown keys and those of other users', async () => {
    const other = await t.signIn('mallory@example.com');
    const { id } = await createApiKey(t, ada);
    for (const url of [path(id, rest), path(unknownId, rest), path('7', rest)])
      expect((await send(t, method, url, body, other)).body).toMatchObject({
        detail: 'Not found.',
        code: 'not_found',
      });
    expect((await ask('GET', path(id))).body.status).toBe('active');
  });

  test('requires a signed-in user', async () => {
    const { id, headers } = await createApiKey(t, ada);
    const anonymous = await send(t, method, path(id, rest), body);
    expect(anonymous).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
    const byKey = await send(t, method, path(id, rest), body, { headers });
    expect(byKey).toMatchObject({ status: 403, body: { code: 'jwt_required' } });
  });
});

test('listing and creating keys require a signed-in user', async () => {
  for (const [method, body] of [
    ['GET', undefined],
    ['POST', { name: 'x' }],
  ] as const) {
    expect((await send(t, method, apiKeysPath, body)).body.code).toBe('not_authenticated');
    const { headers } = await createApiKey(t, ada);
    expect((await send(t, method, apiKeysPath, body, { headers })).body.code).toBe('jwt_required');
  }
});

test('support may read other users’ keys, only an admin may revoke them, and it is audited', async () => {
  const { id } = await createApiKey(t, ada);
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
