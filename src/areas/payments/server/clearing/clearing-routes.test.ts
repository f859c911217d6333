import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStripePayment, useStripeAccount } from '#test/factories/stripe-payments.ts';
import type { StripeAccount } from '#test/fakes/stripe-account.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { createForm } from '#test/whole-system/writes/write.ts';
import { statementBytesMax } from '../../wire/clearing.constants.ts';
import { checkAllClearing } from './check-clearing.ts';

const t = useApp();
const path = '/apix/admin/clearing/';
let stripe: StripeAccount;
let finance: SignedIn;

beforeAll(async () => {
  stripe = await useStripeAccount(t);
  finance = await t.signIn('finance@example.com', { roles: ['finance'] });
  const customer = await t.signIn('customer@example.com');
  const payment = await createStripePayment(t, stripe, customer, { units: 2500 });
  await payment.reconcile();
  await createStripePayment(t, stripe, customer, { units: 1000 });
  stripe.payOut(2000);
  await checkAllClearing(t.areas.payments);
});
afterAll(() => stripe.stop());

const get = async (call: string) =>
  (await send(t, 'GET', `${path}${call}`, undefined, finance)).body;

test('a day has its sums, its comparison and its movements', async () => {
  const { results } = (await get('days/?provider=stripe')) as { results: object[] };
  expect(results).toMatchObject([
    {
      opening: '0.00',
      charges: '35.00',
      fees: '-1.62',
      payouts: '-20.00',
      closing: '13.38',
      check: { booked: '13.38', difference: '0.00', unexplained: '0.00' },
    },
  ]);
  const { day } = results[0] as { day: string };
  const movements = await get(`movements/?day=${day}&category=payout`);
  expect(movements).toMatchObject({ count: 1, results: [{ net: '-20.00' }] });
  expect(await get('movements/?currency=EUR')).toMatchObject({ count: 0 });
});

test('days and movements are files, too', async () => {
  for (const call of ['days/?format=csv', 'movements/?format=csv']) {
    const reply = await t.app.inject({ url: `${path}${call}`, headers: finance.headers });
    expect(reply.headers['content-type']).toContain('text/csv');
    expect(reply.body.trim().split('\r\n').length).toBeGreaterThan(1);
  }
});

test.each(['days/', 'movements/', 'items/', 'bank-lines/'])('%s has no page 0', async (list) => {
  expect((await send(t, 'GET', `${path}${list}?page=0`, undefined, finance)).status).toBe(404);
});

test('a difference is explained, once it exists', async () => {
  const { results } = (await get('items/')) as { results: { id: string; state: string }[] };
  expect(results).toMatchObject([{ state: 'waiting', amount: '10.00', currency: 'USD' }]);
  const { id } = results[0]!;
  const explain = (item: string, body: object) =>
    send(t, 'POST', `${path}items/${item}/explain/`, body, finance);
  expect((await explain(id, { note: ' ' })).status).toBe(400);
  expect((await explain('nothing', { note: 'x' })).status).toBe(404);
  const reply = await explain(id, { note: 'Booked by hand' });
  expect(reply).toMatchObject({
    status: 200,
    body: { state: 'explained', note: 'Booked by hand' },
  });
});

async function upload(bytes: Buffer, name = 'bank.csv') {
  const raw = await createForm('file', bytes, name);
  const { headers } = finance;
  const reply = await t.app.inject({
    method: 'POST',
    url: `${path}bank-statements/`,
    headers: { ...headers, ...raw.headers },
    payload: raw.content,
  });
  return { status: reply.statusCode, body: reply.json() as object };
}

test('a statement finds its payout; uploaded again it adds nothing', async () => {
  const day = t.clock.now().toISOString().slice(0, 10);
  const text = `date,amount,currency,reference\n${day},20.00,USD,STRIPE\n${day},-7.00,USD,Rent\n${day},-7.00,USD,Rent\n`;
  const first = await upload(Buffer.from(text));
  expect(first).toEqual({ status: 201, body: { lines: 3, added: 3, matched: 1 } });
  expect((await upload(Buffer.from(text))).body).toEqual({ lines: 3, added: 0, matched: 0 });
  expect(await get('bank-lines/?matched=no')).toMatchObject({ count: 2 });
  expect(await get('bank-lines/?matched=yes')).toMatchObject({ results: [{ amount: '20.00' }] });
  expect(await get('movements/?bank=matched')).toMatchObject({ count: 1 });
});

test('a file that is no statement, or too large, is refused', async () => {
  expect(await upload(Buffer.from('hello'))).toMatchObject({ status: 400 });
  expect(await upload(Buffer.alloc(statementBytesMax + 1, 'a'))).toMatchObject({ status: 413 });
});

test.each([
  ['GET', 'days/'],
  ['GET', 'movements/'],
  ['GET', 'items/'],
  ['GET', 'bank-lines/'],
  ['POST', 'bank-statements/'],
  ['POST', 'items/1/explain/'],
] as const)('%s %s is for staff of finance alone', async (method, call) => {
  const customer = await t.signIn('nosy@example.com');
  expect((await send(t, method, `${path}${call}`, undefined)).status).toBe(401);
  const refused = await send(t, method, `${path}${call}`, undefined, customer);
  expect([refused.status, refused.body.code]).toEqual([403, 'permission_denied']);
});
