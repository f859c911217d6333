import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/admin/payments/';
let finance: SignedIn;
let ann: SignedIn;

beforeAll(async () => {
  finance = await t.signIn('finance@example.com', { roles: ['finance'] });
  ann = await t.signIn('ann@example.com');
  for (const amount of ['20', '30', '40']) {
    const body = { amount, pay_currency: 'usdttrc20' };
    await send(t, 'POST', '/apix/payments/payments/', body, { headers: ann.headers });
    t.clock.advance(1000);
  }
  const set = (amount: string, values: object) =>
    t.kernel.database.write
      .updateTable('payment')
      .set(values)
      .where('amount', '=', amount)
      .execute();
  await set('20', { status: 'partially_paid', is_late: true });
  await set('30', { status: 'confirming', status_changed_at: new Date(0) });
});
const list = async (query = '', as: SignedIn = finance) =>
  send(t, 'GET', path + query, undefined, { headers: as.headers });
const listAmounts = async (query: string) =>
  ((await list(query)).body.results as { amount: string }[]).map(({ amount }) => amount);

test('payments of all customers can be filtered and searched', async () => {
  expect(await listAmounts('')).toEqual(['40.00', '30.00', '20.00']);
  expect(await listAmounts('?ordering=amount')).toEqual(['20.00', '30.00', '40.00']);
  expect(await listAmounts('?attention=late')).toEqual(['20.00']);
  expect(await listAmounts('?attention=partial')).toEqual(['20.00']);
  expect(await listAmounts('?attention=stuck')).toEqual(['30.00']);
  expect(await listAmounts('?status=pending')).toEqual(['40.00']);
  expect(await listAmounts('?search=Ann@example.com')).toHaveLength(3);
  expect(await listAmounts(`?user=${finance.accountId}`)).toEqual([]);
  expect((await list()).body.results).toMatchObject([{ user_email: ann.email }, {}, {}]);
  expect((await list('?attention=x')).status).toBe(400);
  expect((await list('?page=4')).status).toBe(404);
});

test('they can be exported', async () => {
  const { raw } = await list('?attention=late&format=csv');
  expect(raw.body.trim().split('\r\n')).toHaveLength(2);
  expect(raw.headers['content-disposition']).toContain('payments.csv');
});

test('the export has the requested order', async () => {
  const { raw } = await list('?ordering=amount&format=csv');
  const [head, ...lines] = readCsv(raw.body);
  const at = head!.indexOf('amount');
  expect(lines.map((line) => line[at])).toEqual(['20.00', '30.00', '40.00']);
});

test('the export has every payment once, even with equal creation times', async () => {
  const { rows } = await sql<{ status: string }>`
    insert into payment select (jsonb_populate_record(one, jsonb_build_object(
      'id', gen_random_uuid(), 'internal_id', 'COPY-' || n,
      'provider_payment_id', null, 'provider_reference', null))).*
    from payment one, generate_series(1, 1100) n where one.amount = 40
    returning status`.execute(t.kernel.database.write);
  expect(rows).toHaveLength(1100);
  const { raw } = await list('?status=pending&format=csv');
  const [, ...lines] = raw.body.trim().split('\r\n');
  expect(lines).toHaveLength(1101);
  expect(new Set(lines).size).toBe(1101);
  const sorted = await list('?status=pending&ordering=amount,-created_at&format=csv');
  expect(new Set(sorted.raw.body.trim().split('\r\n')).size).toBe(1102);
  await t.kernel.database.write
    .deleteFrom('payment')
    .where('internal_id', 'like', 'COPY-%')
    .execute();
});

test('customers and anonymous callers are refused', async () => {
  expect((await list('', ann)).body).toMatchObject({ code: 'permission_denied' });
  expect((await send(t, 'GET', path)).status).toBe(401);
});
