import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/admin/audit/';
let boss: SignedIn;
let sales: SignedIn;
/** Finds the entries of `beforeAll`, and none that tests make. */
let earlier = '';

beforeAll(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  sales = await t.signIn('sales@example.com', { roles: ['sales'] });
  const lead = { name: 'Mona', email: 'mona@example.com', message: 'A long enough message.' };
  await send(t, 'POST', '/apix/leads/leads/', lead, { headers: sales.headers });
  t.clock.advance(1000);
  await send(t, 'POST', '/apix/admin/mails/x/retry/', {}, { headers: boss.headers });
  t.clock.advance(1000);
  earlier = `created_before=${t.clock.now().toISOString()}`;
  t.clock.advance(1000);
});
const list = (query = '', as: SignedIn = boss) =>
  send(t, 'GET', path + query, undefined, { headers: as.headers });

test('an entry contains actor, input, result and change', async () => {
  const { body } = await list(`?${earlier}`);
  expect(body.results).toMatchObject([
    { staff: { email: boss.email }, method: 'POST', params: { id: 'x' }, status: 400, after: null },
    {
      staff: { email: sales.email, roles: ['sales'] },
      action: 'Create a lead',
      verb: 'created lead',
      subject: { type: 'lead', name: 'Mona' },
      input: { name: 'Mona' },
      after: { status: 'new' },
      status: 201,
      ip: '127.0.0.1',
    },
  ]);
});

test('subjects are named as people call them today', async () => {
  const eve = await t.signIn('eve@example.com');
  const call = (method: 'POST' | 'PATCH', url: string, body: object) => {
    t.clock.advance(1000);
    return send(t, method, `/apix/admin/${url}`, body, { headers: boss.headers });
  };
  await call('POST', `users/${eve.accountId}/suspend/`, { reason: 'Sends spam' });
  await call('PATCH', 'features/synthesis/', { is_on: false, reason: 'Noise' });
  await call('PATCH', 'features/synthesis/', { is_on: true, reason: 'Fixed' });
  await call('POST', 'jobs/no-such-queue/retry/', {});
  const { body } = await list('?page_size=4');
  expect(body.results).toMatchObject([
    { verb: 'retried all failed jobs of queue', reason: null },
    { verb: 'switched', subject: { id: 'synthesis', name: 'Text to speech' }, reason: 'Fixed' },
    { verb: 'switched', reason: 'Noise' },
    {
      verb: 'suspended',
      subject: { type: 'user', name: 'eve@example.com', user: eve.accountId },
      reason: 'Sends spam',
    },
  ]);
});

test('accounts in changes are named', async () => {
  const lead = { name: 'Nils', email: 'nils@example.com', message: 'A long enough message.' };
  const created = await send(t, 'POST', '/apix/leads/leads/', lead, { headers: sales.headers });
  t.clock.advance(1000);
  const url = `/apix/leads/leads/${created.body.id}/`;
  const change = { assigned_to: sales.accountId };
  expect((await send(t, 'PATCH', url, change, { headers: boss.headers })).status).toBe(200);
  expect((await list('?page_size=1')).body.results).toMatchObject([
    {
      before: { assigned_to: null },
      after: { assigned_to: sales.accountId },
      people: [{ id: sales.accountId, email: sales.email }],
    },
  ]);
  const { raw } = await list('?subject_type=lead&format=csv');
  const [columns, newest] = readCsv(raw.body);
  expect(newest![columns!.indexOf('subject')]).toBe('Nils');
  expect(newest![columns!.indexOf('people')]).toBe(`${sales.accountId} ${sales.email}`);
});

test('it is filtered, paginated and exported as CSV', async () => {
  expect((await list(`?${earlier}&staff=${sales.accountId}`)).body.count).toBe(1);
  expect((await list(`?${earlier}&search=mails`)).body.count).toBe(1);
  expect((await list(`?${earlier}&method=DELETE`)).body.count).toBe(0);
  expect((await list(`?${earlier}&subject_type=lead`)).body.count).toBe(1);
  expect((await list('?method=GET')).status).toBe(400);
  expect((await list(`?${earlier}&page=2`)).status).toBe(404);
  const { raw } = await list(`?${earlier}&subject_type=lead&format=csv`);
  expect(raw.body.split('\r\n')).toHaveLength(3);
  expect(raw.body).toContain(sales.email);
});

test('input with keys that can’t be stored is recorded without the invalid characters', async () => {
  const input = { 'na\0me': { 'pass\0word': 'hush', '\ud800x': ['\0'] } };
  const reply = await send(t, 'POST', '/apix/admin/mails/y/retry/', input, {
    headers: boss.headers,
  });
  expect(reply.status).toBe(400);
  const { rows } = await sql<{ input: object }>`
    select input from audit_entry where params ->> 'id' = 'y'`.execute(t.kernel.database.write);
  expect(rows).toEqual([{ input: { name: { password: '(hidden)', '\ufffdx': [''] } } }]);
});

test('input that is a list is recorded as null', async () => {
  const reply = await send(t, 'POST', '/apix/admin/mails/z/retry/', [1], { headers: boss.headers });
  expect(reply.status).toBe(400);
  const { status, body } = await list();
  expect(status).toBe(200);
  const entry = expect.objectContaining({ params: { id: 'z' }, input: null });
  expect(body.results).toContainEqual(entry);
});

test('a call whose entry can’t be completed has its own response', async () => {
  const { write } = t.kernel.work;
  let writes = 0;
  const spy = vi.spyOn(t.kernel.work, 'write').mockImplementation(async (act, ...options) => {
    const result = await write(act, ...options);
    // The first begins the entry, the last one ends it.
    if (++writes > 1) throw new Error('Connection terminated unexpectedly');
    return result;
  });
  onTestFinished(() => spy.mockRestore());
  const retry = '/apix/admin/mails/w/retry/';
  const { status } = await send(t, 'POST', retry, {}, { headers: boss.headers });
  expect({ status, writes }).toEqual({ status: 400, writes: 2 });
});

test('an entry is closed once and never changes again', async () => {
  const db = t.kernel.database.write;
  const change = (query: ReturnType<typeof sql>) =>
    expect(query.execute(db)).rejects.toThrow(/append-only/);
  await change(sql`update audit_entry set status = 200`);
  await change(sql`delete from audit_entry`);
  await change(sql`truncate audit_entry`);
});

test('an open entry accepts its result, but no other author', async () => {
  const db = t.kernel.database.write;
  const open = sql`
    insert into audit_entry
      (id, occurred_at, account_id, email, roles, method, path, params, request_id)
    values (gen_random_uuid(), ${t.clock.now()}, ${boss.accountId}, 'boss@example.com', '{admin}',
      'POST', '/x/', '{}', 'open')`;
  await open.execute(db);
  await expect(
    sql`update audit_entry set email = 'eve@example.com' where request_id = 'open'`.execute(db),
  ).rejects.toThrow(/append-only/);
  await sql`update audit_entry set status = 200 where request_id = 'open'`.execute(db);
});

test('only admins can read it', async () => {
  expect((await list('', sales)).body).toMatchObject({ code: 'permission_denied' });
  expect((await send(t, 'GET', path)).status).toBe(401);
});
