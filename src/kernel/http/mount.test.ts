import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import {
  bytes,
  commonErrors,
  declareError,
  type Endpoint,
  endpoint,
  events,
} from '#lib/endpoint.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { createTestApi, useKernel } from '#test/test-kernel.ts';
import type { Admission } from '../ports.ts';
import type { Api } from './api.ts';
import { apiError } from './errors.ts';
import { mountMethodNotAllowed } from './method-not-allowed.ts';
import { mount, respond } from './mount.ts';

const t = useKernel();
const helpUrl = 'http://localhost:3000/docs/errors';
let api: Api;
const account = { authorization: 'Bearer account-7' };
const soldOut = declareError('sold_out', 400, 'Nothing is left.', { left: z.int() });

const order = endpoint({
  method: 'POST',
  path: '/apix/orders/',
  summary: 'Order',
  permission: 'user',
  work: 'none',
  body: z.object({
    title: z.string().min(1).max(5),
    count: z.int().min(1),
    items: z.array(z.object({ unit: z.string(), price: z.number().max(9) })).default([]),
  }),
  responses: { 201: z.object({ title: z.string() }) },
  errors: [soldOut],
});
const customs = endpoint({
  method: 'GET',
  path: '/apix/rates/:id/',
  summary: 'A rate',
  permission: { key: 'customs' },
  work: 'none',
  params: z.object({ id: z.string() }),
  query: z.object({ day: z.iso.date().optional() }),
  responses: { 200: z.object({ id: z.string() }) },
});
const board = endpoint({
  method: 'GET',
  path: '/apix/board/',
  summary: 'For sales',
  permission: staffOnly('leads.work'),
  work: 'none',
  responses: { 200: z.object({}) },
});
const costly = endpoint({
  method: 'GET',
  path: '/apix/costly/',
  summary: 'Costly',
  permission: { key: 'customs' },
  work: 'none',
  rateLimit: { points: 2, windowSeconds: 60 },
  responses: { 200: z.object({}) },
});
const inquiry = endpoint({
  method: 'POST',
  path: '/apix/inquiries/',
  summary: 'Ask',
  permission: 'public',
  work: 'none',
  body: z.object({ title: z.string() }),
  responses: { 201: z.object({}) },
});
const misfit = (name: string, responses: Endpoint['responses']) =>
  endpoint({
    method: 'GET',
    path: `/apix/${name}/`,
    summary: name,
    permission: 'public',
    work: 'none',
    responses,
  });
const preview = endpoint({
  method: 'POST',
  path: '/apix/duties/',
  summary: 'Duties',
  permission: { key: 'customs' },
  work: 'none',
  body: z.object({ times: z.int().optional(), is_preview: z.boolean().default(false) }),
  responses: { 200: z.object({}) },
  errors: [soldOut],
  metered: {
    group: 'customs',
    metric: 'calculation',
    isFree: ({ body }) => body?.is_preview === true,
  },
});
const verdict: Admission = {
  rates: { isAllowed: true, limit: 90, remaining: 89, resetSeconds: 60 },
  ceilings: [{ name: 'Spending-Cap', limit: '50.00', remaining: '12.40', resetSeconds: 60 }],
  overageUnits: 1,
};
const quota = { admit: vi.fn(async () => verdict), reserve: vi.fn(async () => undefined) };
const meter = { record: vi.fn(), count: vi.fn() };

beforeAll(async () => {
  api = await createTestApi(t.kernel, { quota, meter });
  mount(api, order, ({ body, actor }) => {
    if (body.title === 'gone') throw apiError(soldOut, { left: 0 });
    if (body.title === 'bug') throw new Error('secret detail');
    return respond(201, { title: `${actor.accountId}:${body.title}`, password_hash: 'x' });
  });
  mount(api, inquiry, () => respond(201, {}));
  mount(api, customs, ({ params }) => respond(200, { id: params.id }));
  mount(api, costly, () => respond(200, {}));
  mount(api, board, () => respond(200, {}));
  mount(api, preview, async ({ body: { times }, usage }) => {
    if (times === 0) throw apiError(soldOut, { left: 0 });
    if (times) await usage.reserve(times);
    if (times) usage.count(times);
    return respond(200, {});
  });
  mount(api, misfit('status', { 200: z.object({}) }), () => ({ status: 202 }) as never);
  mount(
    api,
    misfit('shape', { 200: z.object({ n: z.int() }) }),
    () => respond(200, { n: 'x' }) as never,
  );
  mount(api, misfit('undeclared', { 204: null }), () => {
    throw apiError(soldOut, { left: 1 });
  });
  mount(
    api,
    misfit('picture', { 200: bytes('image/png') }),
    () => respond(200, Buffer.from('png')) as never,
  );
  mount(
    api,
    misfit('stream', { 200: events(z.object({ id: z.string(), n: z.int() })) }),
    () =>
      respond(
        200,
        (async function* () {
          yield { id: 'a', n: 1 };
          yield { id: 'b', n: 2 };
        })(),
      ) as never,
  );
  const raw = endpoint({
    method: 'POST',
    path: '/apix/raw/',
    summary: 'raw',
    permission: 'public',
    work: 'none',
    body: 'raw',
    responses: { 200: z.object({ size: z.int() }) },
  });
  mount(api, raw, ({ raw: content }) => respond(200, { size: content.length }));
  mountMethodNotAllowed(api.app, t.kernel.config, api.endpoints);
});

const post = (payload: object | string, headers: Record<string, string> = account) =>
  api.app.inject({ method: 'POST', url: '/apix/orders/', payload, headers });
const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

test('undeclared fields are dropped from a response', async () => {
  const reply = await post({ title: 'tea', count: 1 });
  expect([reply.statusCode, reply.json()]).toEqual([201, { title: '7:tea' }]);
});

test('paths work with and without a trailing slash, for every method', async () => {
  const reply = await api.app.inject({
    method: 'POST',
    url: '/apix/orders',
    payload: { title: 'tea', count: 1 },
    headers: account,
  });
  expect(reply.statusCode).toBe(201);
  expect((await get('/apix/rates/7', account)).json()).toEqual({ id: '7' });
});

test('all errors of the input are returned together', async () => {
  const reply = await post({
    title: '',
    count: 'x',
    items: [{ unit: 'kg', price: 1 }, { price: 10 }],
  });
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    {
      title: ['This field may not be blank.'],
      count: ['A valid number is required.'],
      items: [
        {},
        {
          unit: ['This field is required.'],
          price: ['Ensure this value is less than or equal to 9.'],
        },
      ],
    },
  ]);
  expect((await post({ title: null, count: 0 })).json()).toEqual({
    title: ['This field may not be null.'],
    count: ['Ensure this value is greater than or equal to 1.'],
  });
  expect((await get('/apix/rates/7/?day=soon', account)).json()).toEqual({
    day: ['Enter a valid date.'],
  });
});

test('text that PostgreSQL cannot store is reported on its field', async () => {
  const refusal = ['Null characters are not allowed.'];
  expect((await post({ title: 'a\0', count: 1 })).json()).toEqual({ title: refusal });
  expect((await post({ title: 'a', count: 1, items: [{}, { unit: '\0' }] })).json()).toEqual({
    items: [{}, { unit: refusal }],
  });
  expect((await post({ title: 'a\ud800', count: 1 })).json()).toEqual({
    title: ['This text is not valid Unicode.'],
  });
  expect((await get('/apix/rates/7/?day=%00', account)).json()).toEqual({ day: refusal });
  expect((await get('/apix/rates/%00/', account)).json()).toEqual({ id: refusal });
});

test('a declared error has its message first, then its code and data', async () => {
  const reply = await post({ title: 'gone', count: 1 });
  expect(reply.statusCode).toBe(400);
  expect(Object.entries(reply.json())).toEqual([
    ['non_field_errors', ['Nothing is left.']],
    ['code', 'sold_out'],
    ['left', 0],
    ['request_id', reply.headers['x-request-id']],
    // The code has no page of its own.
    ['help', helpUrl],
  ]);
});

test('an unexpected error reveals only the request id', async () => {
  const reply = await post({ title: 'bug', count: 1 });
  expect([reply.statusCode, reply.json()]).toEqual([
    500,
    {
      detail: 'A server error occurred.',
      code: 'error',
      request_id: reply.headers['x-request-id'],
      help: `${helpUrl}/error`,
    },
  ]);
});

test.each(['status', 'shape', 'undeclared'])(
  'outside production a misfit %s is our failure',
  async (name) => {
    expect((await get(`/apix/${name}/`)).statusCode).toBe(500);
  },
);

test('invalid JSON, a wrong content type and a large body have their own errors', async () => {
  const json = { ...account, 'content-type': 'application/json' };
  expect((await post('{', json)).json()).toMatchObject({ code: 'parse_error' });
  for (const type of ['text/plain', 'application/xml']) {
    const reply = await post('title=x', { ...account, 'content-type': type });
    expect([reply.statusCode, reply.json().code]).toEqual([415, 'unsupported_media_type']);
  }
});

test.each([
  ['without sign-in', inquiry.path, 65_536],
  ['signed in', order.path, 262_144],
])('a body %s has at most its limit of bytes', async (_, url, bytesMax) => {
  const sendBytes = async (count: number) => {
    const payload = JSON.stringify({ title: '' }).replace('""', `"${'x'.repeat(count - 12)}"`);
    expect(payload).toHaveLength(count);
    const headers = { ...account, 'content-type': 'application/json' };
    const { statusCode } = await api.app.inject({ method: 'POST', url, payload, headers });
    return statusCode;
  };
  expect(await sendBytes(bytesMax)).not.toBe(413);
  expect(await sendBytes(bytesMax + 1)).toBe(413);
});

test('missing, invalid and insufficient credentials have different errors', async () => {
  const refused = async (headers: Record<string, string>, url = '/apix/board/') => {
    const reply = await get(url, headers);
    return [reply.statusCode, reply.json().code];
  };
  expect(await refused({})).toEqual([401, 'not_authenticated']);
  expect(await refused({ authorization: 'Bearer x' })).toEqual([401, 'token_not_valid']);
  expect(await refused(account)).toEqual([403, 'permission_denied']);
  expect(await refused({ authorization: 'Bearer account-7-suspended' })).toEqual([
    403,
    'account_suspended',
  ]);
  expect((await get('/apix/board/', { authorization: 'Bearer account-7-sales' })).statusCode).toBe(
    200,
  );
  expect((await get('/apix/board/', { authorization: 'Bearer account-7-admin' })).statusCode).toBe(
    200,
  );
});

test.each<Record<string, string>>([
  { authorization: 'ApiKey sk_test_1' },
  { authorization: 'Api-Key sk_test_1' },
  { 'x-api-key': 'sk_test_1' },
  { authorization: 'Bearer sk_test_1' },
])('an API key is read from %o and limited to its scopes', async (headers) => {
  expect((await get('/apix/rates/7/', headers)).statusCode).toBe(200);
  const reply = await post({ title: 'tea', count: 1 }, headers);
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'jwt_required']);
});

test('two credentials in one request are ambiguous', async () => {
  const reply = await get('/apix/rates/7/', { ...account, 'x-api-key': 'sk_test_1' });
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'ambiguous_credentials']);
});

test('an unsupported method is 405 with Allow, an unknown path 404, both as JSON', async () => {
  const reply = await api.app.inject({ method: 'DELETE', url: '/apix/orders/' });
  expect([reply.statusCode, reply.headers.allow, reply.json()]).toMatchObject([
    405,
    'POST',
    {
      detail: 'Method "DELETE" not allowed.',
      code: 'method_not_allowed',
      nearest: ['POST /apix/orders/'],
    },
  ]);
  expect((await api.app.inject({ method: 'PUT', url: '/apix/rates/7' })).headers.allow).toBe(
    'GET, HEAD',
  );
  const response = await api.app.inject({ method: 'OPTIONS', url: '/apix/orders/' });
  expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST']);
  expect((await get('/apix/nowhere/')).json()).toMatchObject({
    detail: 'Not found.',
    code: 'not_found',
  });
});

test('an invalid URL gets a JSON error', async () => {
  for (const [url, status] of [
    ['/apix/%zz/', 400],
    [`/apix/rates/${'x'.repeat(200)}/`, 414],
  ] as const) {
    const reply = await get(url);
    expect([reply.statusCode, reply.json()]).toMatchObject([
      status,
      { detail: 'The URL could not be read.', code: 'bad_request' },
    ]);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
  }
});

test('every response has a request id, limits and security headers', async () => {
  const first = await get('/apix/rates/7/', { ...account, 'x-request-id': 'mine' });
  const second = await get('/apix/rates/7/', account);
  expect(first.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
  expect(first.headers).toMatchObject({
    'cache-control': 'no-store',
    vary: 'Authorization, X-API-Key, X-Test-Mode',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'permissions-policy': expect.any(String),
    'x-ratelimit-limit': '600',
    'x-ratelimit-remaining': expect.any(String),
    'x-ratelimit-reset': expect.any(String),
  });
});

test('an IPv6 network counts as one caller', async () => {
  const remaining = async (remoteAddress: string) => {
    const reply = await api.app.inject({ url: '/apix/picture/', remoteAddress });
    return Number(reply.headers['x-ratelimit-remaining']);
  };
  const first = await remaining('2001:db8:1:2::1');
  expect(await remaining('2001:db8:1:2:ffff::2')).toBe(first - 1);
  expect(await remaining('2001:db8:1:3::1')).toBe(first);
});

test('the keys of an account share the limit of a single endpoint', async () => {
  const readStatus = async (headers: Record<string, string>) =>
    (await get('/apix/costly/', headers)).statusCode;
  expect(await readStatus(account)).toBe(200);
  expect(await readStatus(key)).toBe(200);
  expect(await readStatus(key)).toBe(429);
});

test('bytes, raw bodies and event streams work as declared', async () => {
  const picture = await get('/apix/picture/');
  expect([picture.headers['content-type'], picture.body]).toEqual(['image/png', 'png']);
  const raw = await api.app.inject({
    method: 'POST',
    url: '/apix/raw/',
    payload: '{bad',
    headers: { 'content-type': 'application/json' },
  });
  expect(raw.json()).toEqual({ size: 4 });
  const stream = await get('/apix/stream/');
  expect(stream.headers['content-type']).toBe('text/event-stream');
  expect(stream.body).toBe(
    ': open\n\nid: a\ndata: {"id":"a","n":1}\n\nid: b\ndata: {"id":"b","n":2}\n\n',
  );
});

const key = { 'x-api-key': 'sk_test_customs' };
const calculate = (payload: object, headers: Record<string, string> = account) =>
  api.app.inject({ method: 'POST', url: '/apix/duties/', payload, headers });

test('the quota is checked before the work, and usage is recorded after it', async () => {
  vi.clearAllMocks();
  const reply = await calculate({}, { ...account, 'user-agent': 'curl/8' });
  expect(reply.headers).toMatchObject({
    'x-ratelimit-limit': '90',
    'x-ratelimit-remaining': '89',
    'x-spending-cap-limit': '50.00',
    'x-spending-cap-remaining': '12.40',
    'x-spending-cap-reset': '60',
  });
  const actor = expect.objectContaining({ accountId: 7 });
  expect(quota.admit).toHaveBeenCalledExactlyOnceWith(actor, preview);
  expect(meter.record).toHaveBeenCalledExactlyOnceWith({
    actor,
    endpoint: preview,
    status: 200,
    metric: 'calculation',
    units: 1,
    overageUnits: 1,
    isFree: false,
    unknownPath: undefined,
    failure: undefined,
    requestBytes: 2,
    responseBytes: 2,
    requestId: reply.headers['x-request-id'],
    elapsedMs: expect.any(Number),
    ip: '127.0.0.1',
    userAgent: 'curl/8',
  });
});

test('a handler reserves and counts units; a failed call counts none', async () => {
  vi.clearAllMocks();
  const reply = await calculate({ times: 3 });
  const requestId = reply.headers['x-request-id'];
  expect(quota.reserve.mock.calls).toEqual([[expect.anything(), 'calculation', 3, requestId]]);
  await calculate({ times: 0 });
  expect(meter.record.mock.calls.map(([{ status, units }]) => [status, units])).toEqual([
    [200, 3],
    [400, 0],
  ]);
});

test('by session only metered contracts count, by key every call', async () => {
  vi.clearAllMocks();
  await get('/apix/rates/7/', account);
  await calculate({ is_preview: true });
  expect([quota.admit.mock.calls.length, meter.record.mock.calls.length]).toEqual([0, 0]);
  await get('/apix/rates/7/', key);
  expect([quota.admit.mock.calls.length, meter.record.mock.calls.length]).toEqual([1, 1]);
});

test('a replayed response is not asked of the plan, nor counted; by key it is in the log', async () => {
  vi.clearAllMocks();
  const repeat = async (headers: Record<string, string>) =>
    (await calculate({}, { ...headers, 'idempotency-key': 'again' })).headers;
  await repeat(account);
  expect(await repeat(account)).toMatchObject({ 'idempotency-replayed': 'true' });
  quota.admit.mockRejectedValueOnce(apiError(commonErrors.throttled, { retry_after: 60 }));
  expect(await repeat(key)).toMatchObject({ 'idempotency-replayed': 'true' });
  quota.admit.mockReset();
  expect(meter.record.mock.calls.map(([{ units, isFree }]) => [units, isFree])).toEqual([
    [1, false],
    [0, true],
  ]);
});
