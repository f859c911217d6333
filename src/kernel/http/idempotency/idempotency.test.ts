import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { budgets } from '#lib/budgets.ts';
import { declareError, endpoint } from '#lib/endpoint.ts';
import { createTestApi, useKernel } from '#test/test-kernel.ts';
import type { Api } from '../api.ts';
import { apiError } from '../errors.ts';
import { mount, respond } from '../mount.ts';
import * as idempotencyStore from './idempotency-store.ts';

const t = useKernel();
let api: Api;
let created = 0;
let release: () => void = () => undefined;
const refused = declareError('refused', 400, 'No.');
const away = declareError('away', 503, 'Not now.');
const pay = endpoint({
  method: 'POST',
  path: '/apix/pay/',
  summary: 'Pay',
  permission: 'optional',
  work: 'none',
  body: z.object({ amount: z.string() }),
  responses: { 201: z.object({ n: z.int(), text: z.string().optional() }) },
  errors: [refused, away],
});
const upload = endpoint({
  method: 'POST',
  path: '/apix/upload/',
  summary: 'Upload',
  permission: 'optional',
  work: 'none',
  files: { picture: { bytesMax: 100, tooLarge: 'Too large.' } },
  responses: { 201: z.object({ n: z.int() }) },
  errors: [],
});
const secret = endpoint({ ...pay, path: '/apix/secret/', responseHasSecret: true });

const rare = endpoint({ ...pay, path: '/apix/rare/', rateLimit: { points: 2, windowSeconds: 60 } });
const order = endpoint({ ...pay, path: '/apix/order/', work: 'write' });
const orderElsewhere = endpoint({ ...pay, path: '/apix/order-elsewhere/' });

beforeAll(async () => {
  api = await createTestApi(t.kernel);
  const handle = async ({ body }: { body: { amount: string } }) => {
    created++;
    if (body.amount === 'refused') throw apiError(refused);
    if (body.amount === 'away') throw apiError(away);
    if (body.amount === 'broken') throw new Error('broken');
    if (body.amount === 'slow')
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    const text = body.amount === 'large' ? 'x'.repeat(budgets.idempotencyAnswerBytes) : undefined;
    return respond(201, { n: created, text });
  };
  mount(api, pay, handle);
  mount(api, secret, handle);
  mount(api, rare, handle);
  mount(api, upload, () => respond(201, { n: ++created }));
  mount(api, order, async ({ db, body }) => respond(201, await place(db, body.amount)));
  mount(api, orderElsewhere, async ({ body, lastWrite }) => {
    const write = lastWrite((placed: { n: number }) => respond(201, placed));
    return respond(201, await write((tx) => place(tx, body.amount)));
  });
});

/** Stores a row. */
async function place(tx: Tx, amount: string): Promise<{ n: number }> {
  created++;
  await tx
    .insertInto('rate_limit')
    .values({ key: `order ${created}` })
    .execute();
  if (amount === 'taken over')
    await tx
      .updateTable('idempotency_key')
      .set({ claim_id: createId(new Date()) })
      .execute();
  if (amount === 'cut off')
    t.kernel.work.afterCommit(tx, () => {
      throw new Error('Connection terminated unexpectedly');
    });
  return { n: created };
}
const countOrders = async () =>
  (await t.kernel.database.pool.query("select from rate_limit where key like 'order %'")).rowCount;

const call = (key: string, amount: string, { url = '/apix/pay/', account = 7 } = {}) =>
  api.app.inject({
    method: 'POST',
    url,
    payload: { amount },
    headers: { 'idempotency-key': key, authorization: `Bearer account-${account}` },
  });

test('the same key and body get the first response again, without a second effect', async () => {
  const first = await call('a', '5');
  const before = created;
  const again = await call('a', '5', { url: '/apix/pay' });
  expect([again.statusCode, again.json(), created]).toEqual([201, first.json(), before]);
  expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([
    undefined,
    'true',
  ]);
});

test('no limit counts a repetition, nor refuses one once it is used up', async () => {
  const rarely = async (key: string, amount = '5') => {
    const { statusCode, headers } = await call(key, amount, { url: '/apix/rare/', account: 31 });
    return [statusCode, headers['idempotency-replayed'], headers['x-ratelimit-remaining']];
  };
  expect(await rarely('r1')).toEqual([201, undefined, '1']);
  for (let again = 0; again < 5; again++) expect(await rarely('r1')).toEqual([201, 'true', '1']);
  expect(await rarely('r2')).toEqual([201, undefined, '0']);
  expect(await rarely('r3')).toEqual([429, undefined, '0']);
  const before = created;
  expect(await rarely('r1')).toEqual([201, 'true', '0']);
  expect(await rarely('r1', '6')).toEqual([409, undefined, '0']);
  expect(created).toBe(before);
  t.kernel.clock.advance(24 * 3_600_000 + 1);
  expect(await rarely('r2')).toEqual([429, undefined, '0']);
  expect(created).toBe(before);
});

test('the same key with another body is a conflict', async () => {
  await call('b', '5');
  const reply = await call('b', '6');
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'idempotency_conflict']);
});

test('the same key with another query is a conflict, regardless of the order of parameters', async () => {
  const ask = (query: string) => call('q', '5', { url: `/apix/pay/?${query}` });
  const first = await ask('preview=true&unit=kg');
  expect((await ask('unit=kg&preview=true')).json()).toEqual(first.json());
  for (const other of ['preview=false&unit=kg', 'unit=kg', '', 'preview=true&unit=kg?a'])
    expect((await ask(other)).json().code).toBe('idempotency_conflict');
});

test('keys of different accounts are independent', async () => {
  const mine = await call('c', '5');
  const theirs = await call('c', '6', { account: 8 });
  expect(theirs.json()).not.toEqual(mine.json());
});

const hasClaim = async (key: string, at: Date) => {
  const query = 'select 1 from idempotency_key where key = $1 and created_at = $2';
  return (await t.kernel.database.pool.query(query, [key, at])).rowCount === 1;
};

test('a repetition while the first call is running must wait', async () => {
  const first = call('d', 'slow');
  await expect.poll(() => hasClaim('d', t.kernel.clock.now())).toBe(true);
  const second = await call('d', 'slow');
  expect([second.statusCode, second.json().code, second.headers['retry-after']]).toEqual([
    409,
    'idempotency_in_flight',
    '1',
  ]);
  release();
  expect((await first).statusCode).toBe(201);
  expect((await call('d', 'slow')).headers['idempotency-replayed']).toBe('true');
});

test('clients wait longer each time while the claim of a killed process is held', async () => {
  const db = t.kernel.database.write;
  const id = '00000000-0000-4000-8000-000000000003';
  const first = call('k', 'slow');
  await expect.poll(() => hasClaim('k', t.kernel.clock.now())).toBe(true);
  // As that of a process that was killed: nobody ends it.
  await db.updateTable('idempotency_key').set({ claim_id: id }).where('key', '=', 'k').execute();
  const waits: number[] = [];
  for (let waited = 0; waited < 60; waited += waits.at(-1)!) {
    const reply = await call('k', 'slow');
    expect(reply.json()).toMatchObject({ code: 'idempotency_in_flight' });
    waits.push(Number(reply.headers['retry-after']));
    t.kernel.clock.advance(waits.at(-1)! * 1000);
  }
  expect(waits).toEqual([1, 1, 2, 4, 8, 15, 15, 15]);
  release();
  await first;
});

test('a long call keeps its key until it ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const before = created;
    const first = call('i', 'slow');
    await expect.poll(() => created).toBe(before + 1);
    for (const _ of [1, 2, 3]) {
      t.kernel.clock.advance(50_000);
      vi.advanceTimersByTime(20_000);
      await expect.poll(() => hasClaim('i', t.kernel.clock.now())).toBe(true);
    }
    expect((await call('i', 'slow')).json().code).toBe('idempotency_in_flight');
    release();
    expect((await first).statusCode).toBe(201);
    expect([created, vi.getTimerCount()]).toEqual([before + 1, 0]);
  } finally {
    vi.useRealTimers();
  }
});

test('an attempt whose claim was taken over does not release it', async () => {
  const db = t.kernel.database.write;
  const now = t.kernel.clock.now();
  const key = { scope: 'account:7', key: 'j', fingerprint: 'f' };
  const late = { ...key, id: '00000000-0000-4000-8000-000000000001', now };
  const next = { ...key, id: '00000000-0000-4000-8000-000000000002', now: later(now, 61) };
  const limits = { retentionHours: 24, inFlightSecondsMax: 60 };
  expect(await idempotencyStore.claimKey(db, late, limits)).toBe(true);
  expect(await idempotencyStore.claimKey(db, next, limits)).toBe(true);
  const status = { contentType: null, body: null, hasSecret: false, isTooLarge: false };
  await idempotencyStore.renewClaim(db, late, later(now, 120));
  await idempotencyStore.storeResponse(db, late, { ...status, status: 200 });
  await idempotencyStore.releaseKey(db, late);
  expect(await hasClaim('j', next.now)).toBe(true);
  await idempotencyStore.storeResponse(db, next, { ...status, status: 201 });
  expect(await idempotencyStore.findKey(db, key.scope, key.key)).toMatchObject({ status: 201 });
});

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

test.each([order.path, orderElsewhere.path])(
  '%s: work that was committed is not repeated, although its response got lost',
  async (url) => {
    const before = await countOrders();
    expect((await call(`cut ${url}`, 'cut off', { url })).statusCode).toBe(503);
    const again = await call(`cut ${url}`, 'cut off', { url });
    expect([again.statusCode, again.json()]).toEqual([201, { n: created }]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await countOrders()).toBe((before ?? 0) + 1);
  },
);

test.each([order.path, orderElsewhere.path])(
  '%s: an attempt whose claim was taken over has no effect',
  async (url) => {
    const before = await countOrders();
    const reply = await call(`late ${url}`, 'taken over', { url });
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'idempotency_in_flight']);
    expect(await countOrders()).toBe(before);
  },
);

test('files are compared by their bytes', async () => {
  const printed = vi.spyOn(Buffer.prototype, 'toJSON');
  const send = (content: string) => {
    const form = new FormData();
    form.append('picture', new Blob([content]), 'a.png');
    return api.app.inject({
      method: 'POST',
      url: '/apix/upload/',
      payload: form,
      headers: { 'idempotency-key': 'files', authorization: 'Bearer account-7' },
    });
  };
  const first = await send('one');
  const again = await send('one');
  expect([again.json(), again.headers['idempotency-replayed']]).toEqual([first.json(), 'true']);
  expect((await send('two')).json().code).toBe('idempotency_conflict');
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});

test('a declared error is stored, an unexpected one may be retried', async () => {
  await call('e', 'refused');
  const before = created;
  const again = await call('e', 'refused');
  expect([again.statusCode, again.json(), created]).toMatchObject([
    400,
    { non_field_errors: ['No.'], code: 'refused' },
    before,
  ]);
  expect((await call('f', 'broken')).statusCode).toBe(500);
  expect((await call('f', 'broken')).statusCode).toBe(500);
  expect(created).toBe(before + 2);
});

test.each<Record<string, string>>([{}, { 'idempotency-key': 'l' }])(
  'a failure of ours names its request, with the headers %o',
  async (headers) => {
    const payload = { amount: 'away' };
    const reply = await api.app.inject({ method: 'POST', url: '/apix/pay/', payload, headers });
    const request_id = reply.headers['x-request-id'];
    expect([reply.statusCode, reply.json()]).toMatchObject([
      503,
      { detail: 'Not now.', code: 'away', request_id },
    ]);
  },
);

test('a response with a secret is not stored', async () => {
  expect((await call('g', '5', { url: '/apix/secret/' })).statusCode).toBe(201);
  const again = await call('g', '5', { url: '/apix/secret/' });
  expect([again.statusCode, again.json().code]).toEqual([409, 'idempotency_secret']);
  const rows = await t.kernel.database.pool.query(
    "select body from idempotency_key where key = 'g'",
  );
  expect(rows.rows).toEqual([{ body: null }]);
});

test('a key expires after 24 hours, and the claim of a dead process after a minute', async () => {
  const first = await call('h', '5');
  t.kernel.clock.advance(24 * 3_600_000 + 1000);
  expect((await call('h', '5')).json()).not.toEqual(first.json());
  await t.kernel.database.pool.query("update idempotency_key set status = null where key = 'h'");
  expect((await call('h', '5')).statusCode).toBe(409);
  t.kernel.clock.advance(61_000);
  expect((await call('h', '5')).statusCode).toBe(201);
});

test('an empty key or one that is too long is refused', async () => {
  for (const key of ['', 'x'.repeat(256)])
    expect((await call(key, '5')).json()).toEqual({
      non_field_errors: ['Idempotency-Key must have 1 to 255 characters.'],
    });
});

test('a response above 64 KB is not stored: a repetition is refused without effect', async () => {
  const first = await call('large', 'large');
  expect([first.statusCode, first.json().text.length]).toEqual([201, 65_536]);
  const before = created;
  const again = await call('large', 'large');
  expect([again.statusCode, again.json().code, created]).toEqual([
    409,
    'idempotency_too_large',
    before,
  ]);
  const stored = await t.kernel.work.read((db) =>
    idempotencyStore.findKey(db, 'account:7', 'large'),
  );
  expect(stored).toMatchObject({ status: 201, body: null, is_too_large: true });
});

test('responses are not stored beyond the daily bytes of a caller', async () => {
  const day = { windowSeconds: 86_400, scope: 'shared' } as const;
  const points = budgets.idempotencyBytesPerDay;
  await t.kernel.limits.consume(
    { name: 'idempotency bytes', points, ...day },
    'account:41',
    points,
  );
  expect((await call('full', '5', { account: 41 })).statusCode).toBe(201);
  expect((await call('full', '5', { account: 41 })).json().code).toBe('idempotency_too_large');
});

test('the number of keys per day is limited', async () => {
  const day = { windowSeconds: 86_400, scope: 'shared' } as const;
  const points = budgets.idempotencyKeysPerDay;
  await t.kernel.limits.consume({ name: 'idempotency keys', points, ...day }, 'account:42', points);
  const reply = await call('one more', '5', { account: 42 });
  expect([reply.statusCode, reply.json().code]).toEqual([429, 'throttled']);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(80_000);
});
