import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/admin/mails/';
let boss: SignedIn;
let deadId = '';
let secretId = '';

beforeEach(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  const draft = { kind: 'test', to: { address: 'a@example.com' }, html: '<p>Hi</p>', text: 'Hi' };
  await t.kernel.database.transaction(async (tx) => {
    await tx.deleteFrom('mail').execute();
    deadId = await t.kernel.mail.send(tx, { ...draft, subject: 'Lost' });
    secretId = await t.kernel.mail.send(tx, { ...draft, subject: '123456', isSecret: true });
    await tx.updateTable('mail').set({ status: 'dead', last_error: 'EENVELOPE 550' }).execute();
  });
});
const get = (query = '', headers = boss.headers) =>
  send(t, 'GET', path + query, undefined, { headers });
const retry = (id: string, headers = boss.headers) =>
  send(t, 'POST', `${path}${id}/retry/`, undefined, { headers });

test('failed mails are listed without secrets', async () => {
  const { body } = await get('?status=dead');
  expect(body.count).toBe(2);
  const results = body.results as { id: string }[];
  expect(results.find(({ id }) => id === deadId)).toMatchObject({
    to: 'a@example.com',
    subject: 'Lost',
    text: 'Hi',
    last_error: 'EENVELOPE 550',
  });
  expect(results.find(({ id }) => id === secretId)).toMatchObject({ subject: null, text: null });
  expect((await get('?status=sent')).body.count).toBe(0);
  expect((await get('?search=A@example.com')).body.count).toBe(2);
  expect((await get('?search=example.com')).body.count).toBe(0);
  expect((await get('?status=lost')).body).toEqual({ status: ['"lost" is not a valid choice.'] });
  expect((await get('?page=2')).status).toBe(404);
});

test('they are exported as CSV, without their texts', async () => {
  const { raw } = await get('?status=dead&format=csv');
  expect(raw.headers['content-disposition']).toContain('mails.csv');
  const [head, ...rows] = readCsv(raw.body);
  expect(head!.join()).toBe(
    'id,kind,to,status,subject,attempts,last_error,created_at,sent_at,bounce_kind,bounced_at,bounce_status,bounce_words',
  );
  expect(rows).toHaveLength(2);
  const row = rows.find(([id]) => id === deadId);
  expect(row?.slice(1, 5)).toEqual(['test', 'a@example.com', 'dead', 'Lost']);
  expect(raw.body).not.toContain('123456');
  const { database, clock } = t.kernel;
  await sql`insert into mail (id, kind, to_address, subject, html, body, created_at)
    select gen_random_uuid(), 'many', 'many@example.com', n, '', '', ${clock.now()}
    from generate_series(1, 1100) n`.execute(database.write);
  const many = await get('?search=many@example.com&format=csv');
  expect(new Set(many.raw.body.trim().split('\r\n')).size).toBe(1101);
});

test('a failed mail can be retried, one with a code can’t', async () => {
  expect((await retry(deadId)).status).toBe(204);
  await t.jobs.runAll();
  expect((await get('?status=sent')).body).toMatchObject({ results: [{ id: deadId }] });
  expect((await retry(deadId)).body).toMatchObject({ code: 'invalid_state' });
  expect((await retry(secretId)).body).toMatchObject({ code: 'invalid_state' });
  expect((await retry('x')).body).toEqual({ id: ['Must be a valid UUID.'] });
});

test('only admins see the outbox', async () => {
  const sales = await t.signIn('sales@example.com', { roles: ['sales'] });
  for (const call of [() => get('', sales.headers), () => retry(deadId, sales.headers)])
    expect((await call()).body).toMatchObject({ code: 'permission_denied' });
  expect((await send(t, 'GET', path)).status).toBe(401);
  expect((await send(t, 'POST', `${path}${deadId}/retry/`)).status).toBe(401);
});
