// That the fake refuses what NOWPayments refuses: its users rely on it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signNotification } from './notifications.ts';
import { type Nowpayments, startNowpayments } from './start-nowpayments.ts';

let fake: Nowpayments;
const delivered: { status: number; body: string; signature: string | undefined }[] = [];
beforeAll(async () => {
  fake = await startNowpayments({
    apiKey: 'key',
    ipnSecret: 'secret',
    coins: ['btc', 'usdttrc20'],
    deliver: async ({ body, headers }) => {
      // The first attempt fails.
      const status = delivered.length === 0 ? 500 : 200;
      delivered.push({ status, body, signature: headers['x-nowpayments-sig'] });
      return status;
    },
  });
});
afterAll(() => fake.close());

async function call(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${fake.address}/v1/${path}`, {
    headers: { 'x-api-key': 'key', 'content-type': 'application/json', ...headers },
    ...(body !== undefined && {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}
const order = {
  price_amount: 20,
  price_currency: 'usd',
  pay_currency: 'usdttrc20',
  ipn_callback_url: 'https://shop.example/ipn',
};

test.each([
  [{ price_amount: '20' }, 'price_amount must be a number'],
  [{ price_amount: 0 }, 'price_amount must be a positive number'],
  [{ price_amount: undefined }, 'price_amount is required'],
  [{ price_currency: 'us$' }, 'price_currency must only contain alpha-numeric characters'],
  [{ price_currency: 'kzt' }, 'Currency kzt was not found'],
  [{ pay_currency: 'eth' }, 'Currency eth is unavailable'],
  [{ pay_currency: 'eur' }, 'pay_currency is invalid'],
  [{ ipn_callback_url: '/ipn' }, 'ipn_callback_url must be a valid uri'],
  [{ order_id: 7 }, 'order_id must be a string'],
  [{ success_url: 'https://shop.example' }, 'success_url is not allowed'],
  [{ price_amount: 0.5 }, 'Crypto amount 0.500351 is less than minimal'],
])('an order with %j is refused', async (values, message) => {
  const { status, json } = await call('payment', { ...order, ...values });
  expect([status, json.statusCode, json.message]).toEqual([400, 400, message]);
});

test.each([
  ['payment', '[]', {}, 400, 'Your payload has to be JSON object'],
  ['payment', '{', {}, 400, 'Your payload has to be JSON object'],
  ['payment', order, { 'content-type': 'text/plain' }, 400, 'Your payload has to be JSON object'],
  ['payment', order, { 'x-api-key': 'other' }, 403, 'Invalid api key'],
  ['payment/1', undefined, {}, 404, 'Payment not found'],
  ['payment/abc', undefined, {}, 400, 'payment_id must be a number'],
  ['currencies?fixed_rate=1', undefined, {}, 400, 'fixed_rate must be a boolean'],
  ['currencies?limit=1', undefined, {}, 400, 'limit is not allowed'],
  [
    'estimate?amount=1e3&currency_from=btc&currency_to=usd',
    undefined,
    {},
    400,
    'amount must be a number',
  ],
  ['min-amount', undefined, {}, 400, 'currency_from is required'],
  ['invoice', order, {}, 404, 'Not found'],
])('%s with %j is refused', async (path, body, headers, status, message) => {
  const answer = await call(path, body, headers);
  expect([answer.status, answer.json.message]).toEqual([status, message]);
});

test('on its page a developer pays, and the notification is signed and repeated', async () => {
  const { json } = await call('payment', { ...order, order_description: '<b>Top-up</b>' });
  const page = await (await fetch(fake.address)).text();
  expect(page).toContain(String(json.payment_id));
  expect(page).toContain('&lt;b&gt;Top-up');
  const pressed = await fetch(`${fake.address}/play/${json.payment_id}`, {
    method: 'POST',
    body: new URLSearchParams({ play: 'pay' }),
  });
  expect(pressed.redirected).toBe(true);
  expect(await pressed.text()).toContain('finished');
  expect(delivered.map(({ status }) => status)).toEqual([500, 200, 200, 200, 200]);
  for (const { body, signature } of delivered)
    expect(signNotification('secret', JSON.parse(body))).toBe(signature);
});
