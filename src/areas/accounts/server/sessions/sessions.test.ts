import { beforeEach, expect, test } from 'vitest';
import { createSession } from '#test/factories/accounts.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const sessionsUrl = '/apix/accounts/sessions/';
let person = 0;
let ada: SignedIn;

beforeEach(async () => {
  ada = await t.signIn(`ada${++person}@example.com`);
});
const get = (url: string, headers = ada.headers) => send(t, 'GET', url, undefined, { headers });
const remove = (url: string, headers = ada.headers) =>
  send(t, 'DELETE', url, undefined, { headers });
const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  send(t, 'POST', url, body, { headers });
async function readRefreshToken(accountId: number): Promise<string> {
  const sessionId = await createSession(t.kernel, accountId);
  const expiresAt = new Date(t.clock.now().getTime() + 30 * 86_400_000);
  return t.areas.accounts.tokens.signRefresh({ accountId, sessionId }, expiresAt);
}

test('a refresh token returns a new access token and does not rotate', async () => {
  const refresh = await readRefreshToken(ada.accountId);
  // A bad Authorization header does not matter here.
  const reply = await post(
    '/apix/accounts/token/refresh/',
    { refresh },
    { authorization: 'Bearer x' },
  );
  expect(Object.keys(reply.body)).toEqual(['access']);
  t.clock.advance(31 * 60_000);
  const later = await post('/apix/accounts/token/refresh/', { refresh });
  const headers = { authorization: `Bearer ${later.body.access}` };
  expect((await get('/apix/accounts/profile/', headers)).status).toBe(200);
});

test('both tokens contain their claims, with the server time in `iat`', async () => {
  const refresh = await readRefreshToken(ada.accountId);
  const { access } = (await post('/apix/accounts/token/refresh/', { refresh })).body;
  const readClaims = (token: unknown) =>
    JSON.parse(Buffer.from(String(token).split('.')[1]!, 'base64url').toString());
  const iat = Math.floor(t.clock.now().getTime() / 1000);
  const common = { user_id: ada.accountId, sid: expect.any(String), jti: expect.any(String), iat };
  expect(readClaims(access)).toEqual({ ...common, token_type: 'access', exp: iat + 1800 });
  expect(readClaims(refresh)).toEqual({ ...common, token_type: 'refresh', exp: iat + 30 * 86_400 });
});

test('a missing or invalid refresh token is rejected', async () => {
  expect((await post('/apix/accounts/token/refresh/', {})).body).toEqual({
    refresh: ['This field is required.'],
  });
  const access = ada.headers.authorization.slice(7);
  for (const refresh of ['nonsense', access]) {
    const reply = await post('/apix/accounts/token/refresh/', { refresh });
    expect([reply.status, reply.body]).toMatchObject([
      401,
      {
        detail: 'Given token not valid for any token type',
        code: 'token_not_valid',
        reason: 'unknown',
      },
    ]);
  }
});

test('a refused refresh token says why its session ended', async () => {
  const readReason = async (refresh: string) =>
    (await post('/apix/accounts/token/refresh/', { refresh })).body.reason;
  const ended = await readRefreshToken(ada.accountId);
  await post('/apix/accounts/token/blacklist/', { refresh: ended });
  expect(await readReason(ended)).toBe('ended');
  const purged = await readRefreshToken(ada.accountId);
  await t.kernel.database.pool.query('delete from session where account_id = $1', [ada.accountId]);
  expect(await readReason(purged)).toBe('ended');
  const expired = await readRefreshToken(ada.accountId);
  t.clock.advance(31 * 86_400_000);
  expect(await readReason(expired)).toBe('expired');
  expect(await readReason(purged)).toBe('expired');
  await t.kernel.database.pool.query("update account set status = 'deleted' where id = $1", [
    ada.accountId,
  ]);
  expect(await readReason(expired)).toBe('account_deleted');
});

test('an access token expires after 30 minutes', async () => {
  t.clock.advance(30 * 60_000);
  const reply = await get('/apix/accounts/profile/');
  expect([reply.status, reply.body.code]).toEqual([401, 'token_not_valid']);
  expect(reply.headers['www-authenticate']).toBe('Bearer realm="api"');
});

test('signing out ends the session at once and is idempotent', async () => {
  const refresh = await readRefreshToken(ada.accountId);
  const { access } = (await post('/apix/accounts/token/refresh/', { refresh })).body;
  expect((await post('/apix/accounts/token/blacklist/', { refresh })).status).toBe(204);
  expect((await post('/apix/accounts/token/blacklist/', { refresh })).status).toBe(204);
  expect((await get('/apix/accounts/profile/', { authorization: `Bearer ${access}` })).status).toBe(
    401,
  );
  expect((await post('/apix/accounts/token/refresh/', { refresh })).status).toBe(401);
  expect((await post('/apix/accounts/token/blacklist/', { refresh: 'x' })).status).toBe(401);
  expect((await post('/apix/accounts/token/blacklist/', {})).status).toBe(400);
});

test('sessions are listed with the current one marked', async () => {
  await createSession(t.kernel, ada.accountId);
  const { body } = await get(`${sessionsUrl}?page_size=1`);
  expect(body).toMatchObject({ count: 2, pages: 2, page_size: 1, has_next: true, previous: null });
  expect(body.next).toBe(`http://localhost:3000${sessionsUrl}?page_size=1&page=2`);
  const all = (await get(sessionsUrl)).body.results as { is_current: boolean; browser: string }[];
  expect(all.map((session) => session.is_current).sort()).toEqual([false, true]);
  expect(all[0]?.browser).toBe('Firefox 131');
});

test.each(['0', 'x', '3', '99999999'])('page %s of a short list is 404', async (page) => {
  const reply = await get(`${sessionsUrl}?page=${page}`);
  expect([reply.status, reply.body]).toMatchObject([
    404,
    { detail: 'Invalid page.', code: 'not_found' },
  ]);
});

test("revokes one's own session; another account's is not found", async () => {
  const mine = await createSession(t.kernel, ada.accountId);
  const bob = await t.signIn(`bob${person}@example.com`);
  const foreign = await createSession(t.kernel, bob.accountId);
  expect((await remove(`${sessionsUrl}${mine}/`)).status).toBe(204);
  expect((await remove(`${sessionsUrl}${mine}/`)).status).toBe(404);
  expect((await remove(`${sessionsUrl}${foreign}/`)).body).toMatchObject({
    detail: 'Not found.',
    code: 'not_found',
  });
  expect((await remove(`${sessionsUrl}nonsense/`)).status).toBe(404);
  expect((await get(sessionsUrl, bob.headers)).body.count).toBe(2);
});

test('revokes all other sessions in one call', async () => {
  await createSession(t.kernel, ada.accountId);
  await createSession(t.kernel, ada.accountId);
  expect((await remove(sessionsUrl)).status).toBe(204);
  expect((await get(sessionsUrl)).body).toMatchObject({
    count: 1,
    results: [{ is_current: true }],
  });
});

test('the activity log is listed newest first, for its owner only', async () => {
  await createSession(t.kernel, ada.accountId);
  t.clock.advance(1000);
  await remove(sessionsUrl);
  t.clock.advance(1000);
  await send(
    t,
    'PATCH',
    '/apix/accounts/profile/partial/',
    { first_name: 'Ada' },
    { headers: ada.headers },
  );
  const { body } = await get('/apix/accounts/activity/');
  expect(body.results).toMatchObject([{ kind: 'profile_updated' }, { kind: 'session_revoked' }]);
  const bob = await t.signIn(`bob${person}@example.com`);
  expect((await get('/apix/accounts/activity/', bob.headers)).body.count).toBe(0);
  expect((await get('/apix/accounts/activity/?page=7')).status).toBe(404);
});

test('the activity log filters by time, start inclusive and end exclusive', async () => {
  const change = (first_name: string) =>
    send(t, 'PATCH', '/apix/accounts/profile/partial/', { first_name }, ada);
  await change('Ada');
  const from = t.clock.now().toISOString();
  t.clock.advance(1000);
  const before = t.clock.now().toISOString();
  await change('Augusta');
  const countActivities = async (query: string) =>
    (await get(`/apix/accounts/activity/?${query}`)).body.count;
  expect(await countActivities('')).toBe(2);
  expect(await countActivities(`created_after=${before}`)).toBe(1);
  expect(await countActivities(`created_before=${before}`)).toBe(1);
  expect(await countActivities(`created_before=${from}`)).toBe(0);
  expect((await get('/apix/accounts/activity/?created_after=soon')).body).toEqual({
    created_after: ['Enter a valid date/time.'],
  });
});

test.each([
  ['GET', sessionsUrl],
  ['DELETE', sessionsUrl],
  ['DELETE', `${sessionsUrl}1/`],
  ['GET', '/apix/accounts/activity/'],
  ['POST', '/apix/accounts/delete/'],
  ['POST', '/apix/accounts/delete/code/'],
] as const)('%s %s needs a session', async (method, url) => {
  const reply = await send(t, method, url);
  expect([reply.status, reply.body]).toMatchObject([
    401,
    { detail: 'Authentication credentials were not provided.', code: 'not_authenticated' },
  ]);
});
