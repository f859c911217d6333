// Batches by the API: started, worked off in slices, counted for the plan.
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { saveSwitch } from '#kernel/features/feature-store.ts';
import { createId } from '#kernel/ids.ts';
import { budgets } from '#lib/budgets.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { setFreeLimits } from '#test/factories/usage.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { BatchEntryWire, BatchWire } from '../../wire/batches/batches.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { runBatchSlice } from './run-batch.ts';

const t = useApp();
const batches = '/apix/data_customs/batches/';
const header = [
  ...['reference', 'destination_country', 'price.amount', 'price.currency', 'incoterm'],
  ...['powertrain', 'engine_capacity_cc', 'production_date'],
].join(',');
const car = (reference: string, country = 'UA', price = '10000') =>
  `${reference},${country},${price},EUR,CIF,petrol,1998,2020-05`;
const createFile = (...lines: string[]) => [header, ...lines].join('\n');
const cars = (count: number) =>
  createFile(...Array.from({ length: count }, (_, at) => car(`R${at + 1}`)));

beforeAll(() => t.clock.set(new Date('2026-11-21T10:00:00Z')));

/** Limits and switches are the same for everyone, and so are jobs. */
afterEach(async () => {
  t.jobs.waiting.length = 0;
  await setFreeLimits(t.kernel, { calculations_per_month: 100 });
  await t.kernel.database.write.deleteFrom('feature_switch').execute();
  t.kernel.features.clearCache();
});

/** Mails of other tests may arrive late. */
const slicesWaiting = () => t.jobs.waiting.filter(({ queue }) => queue === 'customs.batch');

type Sent = { kind?: ImportKind; format?: string; query?: string; key?: string };

const upload = (by: Pick<SignedIn, 'headers'>, text: string, sent: Sent = {}) => {
  const { kind = 'vehicle', format = 'csv', query = '', key } = sent;
  const file = Buffer.from(text).toString('base64');
  const headers = { ...by.headers, ...(key && { 'idempotency-key': key }) };
  const body = { kind, format, file, file_name: 'import.csv' };
  return send(t, 'POST', `${batches}${query}`, body, { headers });
};
const call = (method: 'GET' | 'POST' | 'DELETE', url: string, by: SignedIn) =>
  send(t, method, `${batches}${url}`, undefined, { headers: by.headers });
const readBatch = async (by: SignedIn, id: unknown) =>
  (await call('GET', `${id}/`, by)).body as unknown as BatchWire;
const readResults = async (by: SignedIn, id: unknown, query = '') =>
  (await call('GET', `${id}/result/${query}`, by)).body.results as BatchEntryWire[];

/** One slice, as a worker does it: other jobs may wait before it. */
const runSlice = (id: unknown) =>
  runBatchSlice(t.areas.customs, t.areas.usage, { batchId: String(id), isLastAttempt: false });

async function countedBy({ accountId }: SignedIn): Promise<number> {
  await t.areas.usage.flush();
  const { rows } = await t.kernel.database.pool.query<{ units: string | null }>(
    `select sum(units) as units from usage_record
     where account_id = $1 and metric = 'calculation'`,
    [accountId],
  );
  return Number(rows[0]?.units ?? 0);
}

/** What the plan has reserved or counted. */
async function usedBy({ accountId }: SignedIn): Promise<number> {
  await t.areas.usage.flush();
  const { rows } = await t.kernel.database.pool.query<{ used: string }>(
    `select used from usage_counter
     where account_id = $1 and metric = 'calculation' and span = 'month'`,
    [accountId],
  );
  return Number(rows[0]?.used ?? 0);
}

test('each line gets its own result, and only calculated ones count', async () => {
  const who = await t.signIn('dealer@example.com');
  const text = createFile(car('A'), car('B', 'BR'), car('C', 'UA', 'cheap'), `${car('D')},extra`);
  const started = await upload(who, text);
  expect(started.status).toBe(201);
  const { id } = started.body;
  expect(started.body).toMatchObject({
    ...{ kind: 'vehicle', status: 'running', stop_reason: null, file_name: 'import.csv' },
    ...{ lines: 4, calculations: 4, done: 1, failed: 1, finished_at: null },
  });
  expect((await readResults(who, id)).map(({ status }) => status)).toEqual([
    ...['waiting', 'waiting', 'waiting', 'failed'],
  ]);
  await t.jobs.runAll();
  expect(await readBatch(who, id)).toMatchObject({ status: 'complete', done: 4, failed: 3 });
  const [a, b, c, d] = await readResults(who, id);
  expect(a).toMatchObject({
    ...{ line: 2, reference: 'A', status: 'complete', currency: expect.any(String) },
    ...{ total_is_minimum: false, missing: [], code: null, message: null, problems: {} },
    rule_set: { id: 'ua.vehicle', version: expect.any(Number) },
  });
  expect(Number(a?.total)).toBeGreaterThan(0);
  expect(b).toMatchObject({ status: 'failed', code: 'rule_set_not_found', total: null });
  expect(c).toMatchObject({ problems: { price: { amount: ['A valid number is required.'] } } });
  expect(d?.problems).toHaveProperty('non_field_errors');
  expect(await countedBy(who)).toBe(1);
  expect(await usedBy(who)).toBe(1);
});

test('the result of a single call is the same', async () => {
  const who = await t.signIn('equal@example.com');
  const body = {
    ...{ destination_country: 'UA', price: { amount: '10000', currency: 'EUR' } },
    ...{ incoterm: 'CIF', powertrain: 'petrol', engine_capacity_cc: '1998' },
    production_date: '2020-05',
  };
  const url = '/apix/data_customs/vehicle-calculation/calculate/?preview=true';
  const single = await send(t, 'POST', url, body, { headers: who.headers });
  const { id } = (await upload(who, createFile(car('A')))).body;
  await t.jobs.runAll();
  const [entry] = await readResults(who, id);
  expect(entry?.total).toBe(single.body.total_payments);
});

test('goods with one reference are one consignment, from CSV or JSON', async () => {
  const who = await t.signIn('importer@example.com');
  const text = [
    'reference,destination_country,currency,incoterm,description,hs_code,quantity,unit_price',
    'P1,DE,EUR,CIF,Shirts,61091000,10,20',
    'P1,,,,Toys,950300,1,50',
    'P2,DE,EUR,CIF,Shirts,6109,0,20',
  ].join('\n');
  const { body } = await upload(who, text, { kind: 'goods' });
  expect(body).toMatchObject({ lines: 3, calculations: 2 });
  const items = [
    { description: 'Shirts', hs_code: '61091000', quantity: 10, unit_price: '20' },
    { description: 'Toys', hs_code: '950300', quantity: 1, unit_price: '50' },
  ];
  const consignment = { destination_country: 'DE', currency: 'EUR', incoterm: 'CIF', items };
  const other = await upload(who, JSON.stringify([{ reference: 'J1', ...consignment }]), {
    ...{ kind: 'goods', format: 'json' },
  });
  await t.jobs.runAll();
  const [first, second] = await readResults(who, body.id);
  const [fromJson] = await readResults(who, other.body.id);
  expect(fromJson).toEqual({ ...first, line: 1, reference: 'J1' });
  expect(second).toMatchObject({ status: 'failed', reference: 'P2', line: 4 });
  const csv = await call('GET', `${body.id}/result/?format=csv`, who);
  expect(csv.headers['content-disposition']).toContain(`customs-batch-${body.id}.csv`);
  expect(csv.raw.body.split('\r\n')[2]).toContain('items.1.quantity: Ensure this value is greater');
  const failed = await readResults(who, body.id, '?status=failed&page_size=1');
  expect(failed.map(({ reference }) => reference)).toEqual(['P2']);
  expect((await call('GET', `${body.id}/result/?page=9`, who)).status).toBe(404);
});

test('a preview tells the cost, and stores, starts and counts nothing', async () => {
  const who = await t.signIn('careful@example.com');
  await setFreeLimits(t.kernel, { calculations_per_month: 5 });
  const preview = (lines: number) => upload(who, cars(lines), { query: '?preview=true' });
  expect((await preview(5)).body).toEqual({ lines: 5, calculations: 5, quota_suffices: true });
  expect(await usedBy(who)).toBe(0);
  expect((await preview(6)).body).toEqual({ lines: 6, calculations: 6, quota_suffices: false });
  expect(await usedBy(who)).toBe(0);
  expect((await call('GET', '', who)).body.count).toBe(0);
  expect(slicesWaiting()).toEqual([]);
  const refused = await upload(who, 'colour\nred');
  expect(refused.status).toBe(400);
  expect(refused.body).toEqual({ file: ['Unknown columns: colour.'] });
});

test('a file beyond the plan is refused like a single call', async () => {
  const who = await t.signIn('thrifty@example.com');
  await setFreeLimits(t.kernel, { calculations_per_month: 3 });
  const refused = await upload(who, cars(4));
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ code: 'quota_exceeded', metric: 'calculation', limit: 3 });
  expect((await upload(who, cars(3))).status).toBe(201);
  // The running batch holds them.
  expect((await upload(who, cars(1))).status).toBe(429);
  await t.jobs.runAll();
  expect(await countedBy(who)).toBe(3);
});

test('works in slices, and goes on after a restart without calculating a line twice', async () => {
  await setFreeLimits(t.kernel, { calculations_per_month: 1000 });
  const who = await t.signIn('steady@example.com');
  const { id } = (await upload(who, cars(250), { key: 'steady' })).body;
  // The same upload again is the same batch.
  expect((await upload(who, cars(250), { key: 'steady' })).body.id).toBe(id);
  await runSlice(id);
  expect(await readBatch(who, id)).toMatchObject({ status: 'running', done: 100, failed: 0 });
  const seen = await readResults(who, id, '?page_size=1');
  // Two workers have the same slice: one that is believed dead is not.
  await Promise.all([runSlice(id), runSlice(id)]);
  expect(await readBatch(who, id)).toMatchObject({ status: 'running', done: 200 });
  await t.jobs.runAll();
  expect(await readBatch(who, id)).toMatchObject({ status: 'complete', done: 250, failed: 0 });
  expect(await readResults(who, id, '?page_size=1')).toEqual(seen);
  expect(await countedBy(who)).toBe(250);
});

test('a cancelled or deleted batch counts what it has calculated', async () => {
  await setFreeLimits(t.kernel, { calculations_per_month: 1000 });
  const who = await t.signIn('undecided@example.com');
  const { id } = (await upload(who, cars(150))).body;
  const publish = vi.spyOn(t.kernel.live, 'publish');
  await runSlice(id);
  const cancelled = await call('POST', `${id}/cancel/`, who);
  expect(cancelled.body).toMatchObject({ status: 'cancelled', done: 100 });
  expect((await call('POST', `${id}/cancel/`, who)).body).toEqual(cancelled.body);
  // Its progress, and its end.
  const sent = { topic: 'customs', accountId: who.accountId, data: { type: 'batch', id } };
  const published = publish.mock.calls.map(([, message]) => message);
  // Uses of keys by other accounts are written, and told, once a second.
  const own = published.filter(({ accountId }) => accountId === who.accountId);
  expect(own).toEqual([sent, sent]);
  publish.mockRestore();
  await t.jobs.runAll();
  expect(await readBatch(who, id)).toMatchObject({ status: 'cancelled', done: 100 });
  expect(await usedBy(who)).toBe(100);
  const other = (await upload(who, cars(10))).body.id;
  expect((await call('DELETE', `${other}/`, who)).status).toBe(204);
  await t.jobs.runAll();
  expect(await usedBy(who)).toBe(100);
  expect((await call('GET', `${other}/`, who)).status).toBe(404);
});

test.each([
  ['is not written yet', () => {}],
  ['is written', () => t.areas.usage.flush()],
])(
  'a batch that is cancelled while a slice runs, whose charge %s, counts and stores nothing of it',
  async (_, write) => {
    await setFreeLimits(t.kernel, { calculations_per_month: 1000 });
    const who = await t.signIn(`${createId()}@example.com`);
    const { id } = (await upload(who, cars(150))).body;
    await runSlice(id);
    const entered = Promise.withResolvers<void>();
    const cancelled = Promise.withResolvers<void>();
    const { quota } = t.areas.usage;
    const { reserve } = quota;
    vi.spyOn(quota, 'reserve').mockImplementationOnce(async (...args) => {
      await reserve(...args);
      entered.resolve();
      await cancelled.promise;
    });
    const slice = runSlice(id);
    await entered.promise;
    await call('POST', `${id}/cancel/`, who);
    await write();
    cancelled.resolve();
    await slice;
    expect(await readBatch(who, id)).toMatchObject({ status: 'cancelled', done: 100 });
    expect([await countedBy(who), await usedBy(who)]).toEqual([100, 100]);
  },
);

test('a batch that waited too long stops when the plan is used up meanwhile', async () => {
  const who = await t.signIn('late@example.com');
  const { id } = (await upload(who, cars(60))).body;
  await t.kernel.database.pool.query('delete from usage_reservation where request_id = $1', [id]);
  await setFreeLimits(t.kernel, { calculations_per_month: 10 });
  t.clock.advance(5000);
  await t.jobs.runAll();
  expect(await readBatch(who, id)).toMatchObject({
    ...{ status: 'stopped', stop_reason: 'quota_exceeded', done: 0 },
  });
  expect(await countedBy(who)).toBe(0);
});

test('waits while calculations are switched off', async () => {
  const who = await t.signIn('paused@example.com');
  const { id } = (await upload(who, cars(1))).body;
  const { database, features, clock } = t.kernel;
  const off = { isOn: false, reason: 'Wrong', accountId: who.accountId, now: clock.now() };
  await saveSwitch(database.write, 'calculations', off);
  features.clearCache();
  t.jobs.waiting.length = 0;
  await runSlice(id);
  expect(slicesWaiting()).toMatchObject([{ startAfterSeconds: 60 }]);
  expect(await readBatch(who, id)).toMatchObject({ status: 'running', done: 0 });
});

test('belongs to its account, and to keys with the scope', async () => {
  const who = await t.signIn('owner@example.com');
  const stranger = await t.signIn('stranger@example.com');
  const { headers } = await createApiKey(t, who, { scopes: ['customs'] });
  const { id } = (await upload({ headers: headers as SignedIn['headers'] }, cars(1))).body;
  for (const [method, url] of [
    ['GET', `${id}/`],
    ['GET', `${id}/result/`],
    ['POST', `${id}/cancel/`],
    ['DELETE', `${id}/`],
  ] as const) {
    expect((await call(method, url, stranger)).body.code).toBe('not_found');
    expect((await send(t, method, batches + url)).status).toBe(401);
  }
  expect((await call('GET', 'nonsense/', who)).status).toBe(404);
  expect((await call('GET', '', stranger)).body.count).toBe(0);
  expect((await call('GET', '?page=7', who)).status).toBe(404);
  for (const method of ['GET', 'POST'] as const)
    expect((await send(t, method, batches)).status).toBe(401);
  expect((await call('GET', '', who)).body.results).toMatchObject([{ id, status: 'running' }]);
});

test('their number is limited, and old ones are deleted', async () => {
  const who = await t.signIn('hoarder@example.com');
  const { id } = (await upload(who, cars(1))).body;
  await t.jobs.runAll();
  const limit = budgets.batchesPerAccount;
  await t.kernel.database.pool.query(
    `insert into customs_batch select gen_random_uuid(), account_id, api_key_id, kind, file_name,
       status, stop_reason, lines, calculations, done, failed, created_at, finished_at
     from customs_batch, generate_series(2, $2::int) where id = $1`,
    [id, limit],
  );
  expect((await upload(who, cars(1))).body).toMatchObject({ code: 'batch_limit_reached', limit });
  expect(await usedBy(who)).toBe(1);
  t.clock.advance(31 * 86_400_000);
  await t.jobs.runSchedule('customs.purge');
  const back = await t.signIn('hoarder@example.com');
  expect((await call('GET', '', back)).body.count).toBe(0);
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
});

test('a slice of a batch that was cancelled before reserves nothing', async () => {
  await setFreeLimits(t.kernel, { calculations_per_month: 1000 });
  const who = await t.signIn(`${createId()}@example.com`);
  const { id } = (await upload(who, cars(150))).body;
  await runSlice(id);
  vi.spyOn(t.kernel.features, 'isOn').mockImplementationOnce(async () => {
    await call('POST', `${id}/cancel/`, who);
    await t.areas.usage.flush();
    return true;
  });
  await runSlice(id);
  expect([await countedBy(who), await usedBy(who)]).toEqual([100, 100]);
});
