import { beforeAll, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { hourMs } from '#lib/durations.ts';
import { type CreatedApiKey, createApiKey } from '#test/factories/api-keys.ts';
import { calculate, createActor, createMeteredCall, transcribe } from '#test/factories/usage.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';

const t = useApp();
let ann: SignedIn;
let bob: SignedIn;
let support: SignedIn;
let key: CreatedApiKey;

const get = (path: string, who: SignedIn | null = ann, headers: Record<string, string> = {}) =>
  t.app.inject({ url: `/apix/billing/${path}`, headers: { ...who?.headers, ...headers } });
const list = async (query: string, who = ann) => (await get(`usage/?${query}`, who)).json();
const countCalls = async (query: string) => (await list(query)).count;

/** 30 calls of an hour each, half of them by key: conversions, calculations, a failure each. */
beforeAll(async () => {
  t.clock.set(new Date('2030-05-20T12:30:00Z'));
  ann = await t.signIn('ann@example.com');
  bob = await t.signIn('bob@example.com');
  support = await t.signIn('support@example.com', { roles: ['support'] });
  key = await createApiKey(t, ann, { name: 'Production' });
  const { meter, flush } = t.areas.usage;
  const now = t.clock.now().getTime();
  for (let hour = 29; hour >= 0; hour--) {
    t.clock.set(new Date(now - hour * hourMs));
    const actor = createActor(ann.accountId, hour % 2 ? key.id : undefined);
    const endpoint = hour % 3 ? undefined : calculate;
    const status = hour % 10 === 9 ? 422 : 200;
    const metric = endpoint ? ('calculation' as const) : ('request' as const);
    meter.record(createMeteredCall(actor, { ...(endpoint && { endpoint }), metric, status }));
  }
  meter.record(
    createMeteredCall(createActor(bob.accountId), { endpoint: transcribe, units: 12.5 }),
  );
  await flush();
});

test('lists records newest first, with a summary', async () => {
  const reply = await get('usage/?page_size=2&page=2');
  expect(reply.statusCode).toBe(200);
  const page = reply.json();
  expect(page).toMatchObject({ count: 30, pages: 15, page: 2, has_next: true });
  expect(page.results.map((one: { created_at: string }) => one.created_at)).toEqual([
    '2030-05-20T10:30:00.000Z',
    '2030-05-20T09:30:00.000Z',
  ]);
  expect(page.results[1]).toEqual({
    id: expect.any(String),
    subscription: null,
    api_key: { id: key.id, name: 'Production' },
    auth: 'api_key',
    endpoint: calculate.path,
    endpoint_group: 'customs',
    method: 'POST',
    status_code: 200,
    error_code: null,
    error_message: null,
    help: null,
    response_time_ms: 12,
    request_bytes: 12,
    response_bytes: 345,
    units: '1',
    metric: 'calculation',
    cost: '0.00',
    ip_address: '203.0.113.7',
    user_agent: 'curl/8',
    request_id: expect.any(String),
    created_at: '2030-05-20T09:30:00.000Z',
  });
  expect(page.summary).toEqual({
    requests: 30,
    units: '30',
    metric: 'request',
    cost: '0.00',
    errors: 3,
    error_rate: 0.1,
    limit: 10_000,
    remaining: 9970,
    resets_at: '2030-06-01T00:00:00.000Z',
  });
});

test('pages contain each record once, in both orders', async () => {
  for (const ordering of ['-created_at', 'created_at']) {
    const times: string[] = [];
    for (let page = 1; page <= 5; page++) {
      const { results } = await list(`page_size=7&page=${page}&ordering=${ordering}`);
      times.push(...results.map((one: { created_at: string }) => one.created_at));
    }
    const sorted = [...new Set(times)].sort();
    expect(times).toEqual(ordering === 'created_at' ? sorted : sorted.reverse());
    expect(times).toHaveLength(30);
  }
});

test.each([
  ['period=24h', 25],
  ['period=7d', 30],
  [`created_after=2030-05-20T06:00:00Z`, 7],
  [`created_after=2030-05-20T06:30:00Z&created_before=2030-05-20T08:30:00Z`, 2],
  [`created_after=2030-05-20T06:30:01Z&created_before=2030-05-20T06:45:00Z`, 0],
  [`created_after=2030-05-20T06:29:59Z&created_before=2030-05-20T06:45:00Z`, 1],
  ['endpoint_group=customs', 30],
  ['endpoint_group=speech', 0],
  [`endpoint=${encodeURIComponent(calculate.path)}`, 10],
  ['method=post', 10],
  ['status_code=422', 3],
  ['status_class=2', 27],
  ['metric=calculation', 10],
  ['metric=calculation&status_class=4&method=POST', 1],
])('%s matches %i records', async (query, count) => {
  expect(await countCalls(query)).toBe(count);
  expect(await countCalls(`${query}&page_size=1`)).toBe(count);
});

test('filters by key and metric', async () => {
  const page = await list(`api_key=${key.id}&metric=calculation&page_size=1`);
  expect([page.count, page.results[0].auth]).toEqual([5, 'api_key']);
  expect(page.summary).toMatchObject({
    units: '5',
    metric: 'calculation',
    limit: 100,
    remaining: 90,
  });
});

test('groups records by each supported field', async () => {
  const groups = async (query: string) => {
    const { results } = await list(query);
    return results.map((one: Record<string, unknown>) => [
      one.key,
      one.label,
      one.requests,
      one.errors,
    ]);
  };
  expect(await groups('group_by=day')).toEqual([
    ['2030-05-20', '2030-05-20', 13, 1],
    ['2030-05-19', '2030-05-19', 17, 2],
  ]);
  expect((await groups('group_by=hour&page_size=1'))[0][0]).toBe('2030-05-20T12:00:00Z');
  expect(await groups('group_by=status')).toEqual([
    ['200', '200', 27, 0],
    ['422', '422', 3, 3],
  ]);
  expect(await groups('group_by=api_key&ordering=key')).toEqual([
    ['', 'Dashboard', 15, 0],
    [key.id, 'Production', 15, 3],
  ]);
  const [conversions] = await groups('group_by=endpoint');
  expect(conversions[0]).toBe('GET /apix/data_customs/currencies/convert/');
  expect((await list('group_by=endpoint')).results[0]).toMatchObject({
    units: '20',
    avg_response_ms: 12,
  });
});

test('exports filtered records and groups as CSV', async () => {
  const reply = await get('usage/?format=csv&status_code=422');
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="usage.csv"',
  });
  const lines = readCsv(reply.body);
  expect(lines).toHaveLength(4);
  expect(lines[0]!.join()).toMatch(/^created_at,id,request_id,method,endpoint,/);
  const grouped = await get('usage/?format=csv&group_by=status');
  expect(readCsv(grouped.body)[2]!.join()).toBe('422,422,3,3,0.00,3,12');
});

test('retrieves a record by id for its owner and for staff only', async () => {
  const [one] = (await list('page_size=1')).results;
  expect((await get(`usage/${one.id}/`)).json()).toEqual(one);
  expect((await get(`usage/${one.id}/?user=${ann.accountId}`, support)).json()).toEqual(one);
  for (const [id, who] of [
    [one.id, bob],
    [`${one.id}?user=${ann.accountId}`, bob],
    [createId(), ann],
    ['nothing', ann],
  ] as const) {
    const reply = await get(`usage/${id}`, who);
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
  }
});

test('shows other users’ records to staff only', async () => {
  expect((await list(`user=${ann.accountId}`, bob)).count).toBe(1);
  expect((await list(`user=${ann.accountId}`, support)).count).toBe(30);
  expect((await list(`api_key=${key.id}`, bob)).count).toBe(0);
});

test('lists the records of a subscription', async () => {
  const { rows } = await t.kernel.database.pool.query<{ id: string }>(
    `insert into subscription (id, account_id, tariff_id, status, billing_period, price, currency,
       starts_at, billing_anchor_at, current_period_start, current_period_end, ended_at, created_at,
       updated_at)
     select gen_random_uuid(), $1, id, 'expired', 'monthly', 0, 'USD', at, at, at,
       at + interval '1 month', at + interval '4 hours', at, at
     from tariff, (select $2::timestamptz as at) x where slug = 'free' returning id`,
    [ann.accountId, '2030-05-20T06:00:00Z'],
  );
  const id = rows[0]?.id;
  const page = (await get(`subscriptions/${id}/usage/?page_size=1`)).json();
  expect([page.count, page.summary.requests]).toEqual([4, 4]);
  const [one] = page.results;
  expect((await get(`subscriptions/${id}/usage/${one.id}/`)).json()).toEqual(one);
  const [latest] = (await list('page_size=1')).results;
  expect((await get(`subscriptions/${id}/usage/?format=csv`)).body.split('\r\n')).toHaveLength(6);
  for (const path of [`${id}/usage/${latest.id}/`, `${createId()}/usage/`, `x/usage/${one.id}/`])
    expect((await get(`subscriptions/${path}`)).statusCode).toBe(404);
  expect((await get(`subscriptions/${id}/usage/`, bob)).statusCode).toBe(404);
  expect((await get(`subscriptions/${id}/usage/${one.id}/`, bob)).statusCode).toBe(404);
  expect((await get(`subscriptions/${id}/usage/`, support)).json().count).toBe(4);
});

test('distinguishes missing credentials, invalid filters and missing pages', async () => {
  const id = createId();
  for (const path of [
    'usage/',
    `usage/${id}/`,
    `subscriptions/${id}/usage/`,
    `subscriptions/${id}/usage/${id}/`,
  ])
    expect((await get(path, null)).json().code).toBe('not_authenticated');
  const bad = await get('usage/?status_code=20&api_key=x&metric=apples&created_after=soon');
  expect([bad.statusCode, Object.keys(bad.json()).sort()]).toEqual([
    400,
    ['api_key', 'created_after', 'metric', 'status_code'],
  ]);
  for (const query of ['page=0', 'page=99', 'page=99&group_by=day', 'page=99&status_code=500'])
    expect((await get(`usage/?${query}`)).json()).toMatchObject({ detail: 'Invalid page.' });
  expect((await get('usage/?status_code=500')).json()).toMatchObject({ count: 0, pages: 1 });
});

test('refuses every write', async () => {
  for (const path of ['usage/', `usage/${createId()}/`]) {
    const url = `/apix/billing/${path}`;
    const reply = await t.app.inject({ method: 'POST', url, headers: ann.headers, payload: {} });
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET, HEAD']);
  }
});

test('meters a call by key and returns its owner’s usage', async () => {
  // A customer of its own, because others count the records of Ann.
  const cid = await t.signIn('cid@example.com');
  const own = await createApiKey(t, cid);
  const { count: before } = await list('endpoint_group=billing', cid);
  const reply = await get('usage/?page_size=1', null, { 'x-api-key': own.key });
  expect(reply.statusCode).toBe(200);
  await t.areas.usage.flush();
  const { results, count } = await list('endpoint_group=billing&page_size=1', cid);
  expect([before, count]).toEqual([0, 1]);
  expect(results[0]).toMatchObject({
    endpoint: '/apix/billing/usage/',
    status_code: 200,
    request_id: reply.headers['x-request-id'],
    api_key: { id: own.id },
  });
});
