import { beforeAll, beforeEach, expect, test } from 'vitest';
import { saveSwitch } from '#kernel/features/feature-store.ts';
import { createId } from '#kernel/ids.ts';
import { dayMs } from '#lib/durations.ts';
import { type CreatedApiKey, createApiKey } from '#test/factories/api-keys.ts';
import { setFreeLimits } from '#test/factories/usage.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { UsageGroupWire, UsageRecordWire } from '../../../wire/usage.ts';
import { readQuotaUse } from '../alerts/quota-use.ts';
import { maintainDays } from '../usage-jobs.ts';

const t = useApp();
const convert = '/apix/data_customs/currencies/convert/';
let ann: SignedIn;
let key: CreatedApiKey;
let accounts = 0;

beforeAll(() => t.clock.set(new Date('2030-05-20T12:30:00Z')));
beforeEach(async () => {
  ann = await t.signIn(`ann${++accounts}@example.com`);
  key = await createApiKey(t, ann, { name: 'Production', scopes: ['billing:read'] });
});

type Sent = { method?: 'GET' | 'POST' | 'PUT'; payload?: object; with?: string };
/** A call by key; the id that its response has. */
async function call(path: string, { method = 'GET', payload, ...sent }: Sent = {}) {
  const headers = { 'x-api-key': sent.with ?? key.key, 'user-agent': 'loom/1' };
  const reply = await send(t, method, path, payload, { headers });
  return { ...reply, requestId: String(reply.headers['x-request-id']) };
}
async function list<Row = UsageRecordWire>(query: string, who = ann) {
  await t.areas.usage.flush();
  const { status, body } = await send(t, 'GET', `/apix/billing/usage/?${query}`, undefined, {
    headers: who.headers,
  });
  expect(status).toBe(200);
  return body as { count: number; results: Row[]; summary: Record<string, unknown> };
}
const find = async (requestId: string) => (await list(`request_id=${requestId}`)).results[0];
const requestsUsed = async () => {
  await t.areas.usage.flush();
  const uses = await t.kernel.work.read((db) => readQuotaUse(db, ann.accountId, t.clock.now()));
  return uses.find(({ metric, span }) => metric === 'request' && span === 'month')?.used;
};

test('a call without the scope is found by its request id, and explained', async () => {
  const refused = await call(`${convert}?from=USD&to=EUR&amount=secret`);
  expect(refused.body).toMatchObject({ code: 'scope_missing', request_id: refused.requestId });
  expect(refused.headers.link).toBe(`<${refused.body.help}>; rel="help"`);
  expect(await find(refused.requestId)).toEqual({
    id: expect.any(String),
    subscription: null,
    api_key: { id: key.id, name: 'Production' },
    auth: 'api_key',
    endpoint: convert,
    endpoint_group: 'customs',
    method: 'GET',
    status_code: 403,
    error_code: 'scope_missing',
    error_message: 'This key or app lacks the scope for this call.',
    help: 'http://localhost:3000/docs/errors/scope_missing',
    response_time_ms: expect.any(Number),
    request_bytes: 0,
    response_bytes: refused.raw.body.length,
    units: '0',
    metric: 'request',
    cost: '0.00',
    ip_address: '127.0.0.1',
    user_agent: 'loom/1',
    request_id: refused.requestId,
    created_at: '2030-05-20T12:30:00.000Z',
  });
});

test('refused calls are errors of the log, and count towards no quota', async () => {
  await call(convert);
  await call('/apix/billing/usage/?status_code=secret');
  await call('/apix/billing/usage/', { method: 'PUT', payload: { name: 'secret' } });
  await call('/apix/billing/nothing/here/?key=secret');
  expect(await requestsUsed()).toBe(0);
  await call('/apix/billing/usage/');
  expect(await requestsUsed()).toBe(1);
  const { count, results, summary } = await list('page_size=10');
  const rows = results.map(({ method, endpoint, status_code, error_code, units }) => [
    method,
    endpoint,
    status_code,
    error_code,
    units,
  ]);
  expect(count).toBe(5);
  expect(rows).toEqual(
    expect.arrayContaining([
      ['GET', convert, 403, 'scope_missing', '0'],
      ['GET', '/apix/billing/usage/', 400, 'invalid_input', '0'],
      ['PUT', '/apix/billing/usage/', 405, 'method_not_allowed', '0'],
      ['GET', '/apix/billing/nothing/here/', 404, 'not_found', '0'],
      ['GET', '/apix/billing/usage/', 200, null, '1'],
    ]),
  );
  expect(summary).toMatchObject({ requests: 5, errors: 4, units: '1', remaining: 9999 });
});

test('the log names invalid fields, and keeps nothing of what was sent', async () => {
  const wide = await createApiKey(t, ann, { scopes: ['customs', 'speech'] });
  const body = { text: 'A secret text', voice: 'secret voice' };
  const sent: Sent = { method: 'POST', payload: body, with: wide.key };
  const { status, requestId } = await call('/apix/services/tts/base64/', sent);
  expect(status).toBe(400);
  const record = await find(requestId);
  expect(record).toMatchObject({
    error_code: 'invalid_input',
    error_message: 'The input is not valid. Fields: voice.',
    request_bytes: JSON.stringify(body).length,
  });
  expect(JSON.stringify(record)).not.toContain('secret');
});

test('a key in an unknown path is not kept, and a long path is cut', async () => {
  const { requestId } = await call(`/apix/${key.key}/${'x'.repeat(300)}`);
  // The key is read from the database after the response.
  await expect
    .poll(() => find(requestId))
    .toMatchObject({
      endpoint: `/apix/sk_.../${'x'.repeat(187)}`,
      endpoint_group: 'other',
    });
});

test('calls over the quota are in the log', async () => {
  const limits = { requests_per_hour: 1 };
  await setFreeLimits(t.kernel, limits);
  const wide = await createApiKey(t, ann, { scopes: ['customs'] });
  await call(`${convert}?from=USD&to=USD&amount=1`, { with: wide.key });
  const full = await call(`${convert}?from=USD&to=USD&amount=1`, { with: wide.key });
  await setFreeLimits(t.kernel, { requests_per_hour: null });
  expect(await find(full.requestId)).toMatchObject({
    status_code: 429,
    error_code: 'quota_exceeded',
    error_message: 'The quota of your plan is used up.',
    units: '0',
  });
});

test('calls of a suspended account, and of a feature that is off, are in the log', async () => {
  const { database, features } = t.kernel;
  const wide = await createApiKey(t, ann, { scopes: ['customs'] });
  const change = { isOn: false, reason: 'Late', accountId: ann.accountId, now: t.clock.now() };
  await saveSwitch(database.write, 'calculations', change);
  features.clearCache();
  const url = '/apix/data_customs/custom-calculation/calculate/';
  const off = await call(url, { method: 'POST', payload: {}, with: wide.key });
  await database.write.deleteFrom('feature_switch').execute();
  features.clearCache();
  expect(await find(off.requestId)).toMatchObject({ status_code: 503, error_code: 'feature_off' });
  await database.write
    .updateTable('account')
    .set({ status: 'suspended' })
    .where('id', '=', ann.accountId)
    .execute();
  const { requestId } = await call(convert);
  const support = await t.signIn('support@example.com', { roles: ['support'] });
  const { results } = await list(`request_id=${requestId}&user=${ann.accountId}`, support);
  expect(results[0]).toMatchObject({ error_code: 'account_suspended', units: '0' });
});

test('a key that is revoked, or that nobody has, is not in the log', async () => {
  await t.kernel.database.write
    .updateTable('api_key')
    .set({ revoked_at: t.clock.now() })
    .where('id', '=', key.id)
    .execute();
  for (const path of [convert, '/apix/nothing/']) await call(path);
  for (const path of [convert, '/apix/nothing/']) await call(path, { with: 'sk_live_unknown' });
  expect((await list('')).count).toBe(0);
});

test('filters and groups by error code', async () => {
  for (let at = 0; at < 3; at++) await call(convert);
  for (const path of ['/apix/a/', '/apix/b/']) await call(path);
  await call('/apix/billing/usage/');
  const groups = await list<UsageGroupWire>('group_by=error_code');
  expect(groups.results.map(({ key: code, requests, errors }) => [code, requests, errors])).toEqual(
    [
      ['scope_missing', 3, 3],
      ['not_found', 2, 2],
    ],
  );
  expect(groups.summary).toMatchObject({ requests: 5, errors: 5 });
  const missing = await list('error_code=scope_missing&page_size=2');
  expect([missing.count, missing.results.length, missing.summary.requests]).toEqual([3, 2, 3]);
  const rest = await list('error_code=scope_missing&page_size=2&page=2');
  expect(rest.results.map(({ error_code }) => error_code)).toEqual(['scope_missing']);
  expect((await list('error_code=not_found&status_class=5')).count).toBe(0);
  expect((await list('error_code=not_found&created_after=2030-05-20T12:40:00Z')).count).toBe(0);
});

test('the errors of former days are in the sums by day', async () => {
  const from = t.clock.now();
  for (const days of [2, 1, 0]) {
    t.clock.set(new Date(from.getTime() - days * dayMs));
    await call(convert);
    await call('/apix/billing/usage/');
    await t.areas.usage.flush();
  }
  await maintainDays(t.kernel);
  expect((await list('error_code=scope_missing')).count).toBe(3);
  expect((await list('')).summary).toMatchObject({ requests: 6, errors: 3, units: '3' });
});

test('a request id finds only what belongs to the account', async () => {
  const { requestId } = await call(convert);
  const bob = await t.signIn('bob@example.com');
  const support = await t.signIn('support@example.com', { roles: ['support'] });
  expect((await list(`request_id=${requestId}`)).summary).toMatchObject({ requests: 1, errors: 1 });
  expect((await list(`request_id=${requestId}`, bob)).count).toBe(0);
  const ofAnn = `request_id=${requestId}&user=${ann.accountId}`;
  expect((await list(ofAnn, bob)).count).toBe(0);
  expect((await list(ofAnn, support)).count).toBe(1);
  expect((await list(`request_id=${requestId}&status_class=2`)).count).toBe(0);
  expect((await list(`request_id=${requestId}&period=24h&page=1`)).count).toBe(1);
  expect((await list(`request_id=${createId()}`)).count).toBe(0);
});

test('a request id of another form is found too, and a day later', async () => {
  const id = '6a1f1f0e-6c1a-4c57-9c9c-0d7e3f1d2b11';
  const payer = { accountId: ann.accountId };
  t.areas.usage.meter.count(payer, 'calculation', 2, id);
  expect(await find(id)).toMatchObject({ units: '2', endpoint: '', request_bytes: null });
  const late = createId(new Date(t.clock.now().getTime() - 3 * dayMs));
  t.areas.usage.meter.count(payer, 'calculation', 1, late);
  expect(await find(late)).toMatchObject({ request_id: late });
});

test('a request id and a grouping exclude each other', async () => {
  const url = `/apix/billing/usage/?group_by=day&request_id=${createId()}`;
  const { status, body, headers } = await send(t, 'GET', url, undefined, { headers: ann.headers });
  expect([status, Object.keys(body)]).toEqual([400, ['request_id']]);
  expect(headers.link).toBe('<http://localhost:3000/docs/errors/invalid_input>; rel="help"');
});

test('a client that repeats a refused call does not fill the log', async () => {
  await call('/apix/billing/usage/');
  for (let at = 0; at < 605; at++) await call('/apix/nothing/');
  expect((await list('status_class=4')).count).toBe(600);
});

test('calls of a session that are not metered are not in the log', async () => {
  await send(t, 'GET', '/apix/nothing/', undefined, { headers: ann.headers });
  await send(t, 'GET', '/apix/billing/usage/?page_size=x', undefined, { headers: ann.headers });
  expect((await list('')).count).toBe(0);
});
