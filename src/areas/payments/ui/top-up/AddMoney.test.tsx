import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildPayCurrency, buildPayment, tether } from '#test/fixtures/payments.ts';
import AddMoney from './AddMoney.tsx';

const currenciesPath = 'GET /apix/payments/currencies/currencies_detailed/';
const createPath = 'POST /apix/payments/payments/';
const currencies = { status: 200, body: { currencies: [buildPayCurrency(), tether] } };
const shown = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const go = () => userEvent.click(page.getByRole('button', { name: 'Continue to payment' }));
const open = (query = '') =>
  renderScreen(`/dashboard/wallet/add${query}`, [
    { path: '/dashboard/wallet/add', element: AddMoney },
  ]);

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('minimum, fee and price are shown before anything is asked of the server', async () => {
  const api = stubApi({ [currenciesPath]: currencies });
  await open('?amount=120&currency=usdttrc20');
  await shown('From $5.00');
  await shown('0.5 % fee');
  await shown('120.60 USDT');
  await userEvent.fill(page.getByRole('textbox', { name: 'Amount' }), '4.99');
  await go();
  await shown('Enter at least $5.00.');
  expect(api.callsTo(createPath)).toEqual([]);
});

test('what it costs follows every amount that is typed and every way to pay', async () => {
  stubApi({ [currenciesPath]: currencies });
  await open();
  const costs = page.getByRole('region', { name: 'What it costs' });
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await expect.element(costs).toMatchTextContent('Enter an amount to see what it costs.');
  await userEvent.fill(amount, '100');
  await expect.element(costs).toMatchTextContent('Your wallet gets$100.00');
  await userEvent.click(page.getByRole('radio', { name: /Tether USD/ }));
  await expect.element(costs).toMatchTextContent('You pay about100.50 USDT');
  await userEvent.fill(amount, '5000');
  await expect.element(costs).toMatchTextContent('Your wallet gets$5,000.00');
  await expect.element(costs).toMatchTextContent('You pay about5,025.00 USDT');
  await userEvent.fill(amount, '');
  await expect.element(costs).toMatchTextContent('Enter an amount to see what it costs.');
});

test('a card in another currency pays an amount in that currency', async () => {
  const euro = buildPayCurrency({
    id: 3,
    code: 'EUR',
    display_name: 'Euro (EUR)',
    max_amount: '50000.00',
    usd_rate: '1.25',
  });
  const yen = buildPayCurrency({
    id: 4,
    code: 'JPY',
    display_name: 'Japanese Yen (JPY)',
    decimal_places: 0,
    min_amount: '100',
    max_amount: '7500000',
    usd_rate: '0.006',
  });
  const api = stubApi({
    [currenciesPath]: { status: 200, body: { currencies: [euro, yen] } },
    [createPath]: { status: 400, body: { detail: 'Not now.' } },
  });
  await open('?amount=50&currency=EUR');
  await shown('At least €1.00, at most €40,000.00.');
  await shown(/^It goes into your wallet in EUR/);
  await go();
  await shown('Not now.');
  const body = { amount: '50', pay_currency: 'EUR', currency: 'EUR' };
  expect(api.callsTo(createPath)[0]?.body).toEqual(body);
  await userEvent.click(page.getByRole('radio', { name: /Japanese Yen/ }));
  await shown('At least ¥167, at most ¥7,500,000.');
  await go();
  await shown('Enter at least ¥167.');
});

test('the payment is made once for one attempt and its page follows', async () => {
  const api = stubApi({ [currenciesPath]: currencies, [createPath]: new TypeError('lost') });
  const { router } = await open('?amount=120&currency=usdttrc20');
  await shown('120.60 USDT');
  await go();
  await shown('An unexpected error occurred');
  api.answers[createPath] = { status: 201, body: buildPayment() };
  await go();
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/payments/p1');
  const [first, second] = api.callsTo(createPath);
  expect(second?.body).toEqual({ amount: '120', pay_currency: 'usdttrc20', currency: 'USD' });
  expect(first?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
});

test("the server's refusals stand beside their fields, and the next try has a new key", async () => {
  const refusal = {
    amount: ['Ensure this value is greater than or equal to 12.00.'],
    pay_currency: ['Currency usdttrc20 is not available'],
  };
  const api = stubApi({
    [currenciesPath]: currencies,
    [createPath]: { status: 400, body: refusal },
  });
  await open('?amount=10&currency=usdttrc20');
  await go();
  await expect
    .element(page.getByRole('textbox', { name: 'Amount' }))
    .toHaveAccessibleDescription(/greater than or equal to 12\.00/);
  await shown('Currency usdttrc20 is not available');
  await go();
  await expect.poll(() => api.callsTo(createPath).length).toBe(2);
  const [first, second] = api.callsTo(createPath).map((one) => one.headers.get('idempotency-key'));
  expect(second).not.toBe(first);
});

test('without a way to pay the page says so; a failed load can be tried again', async () => {
  const api = stubApi({ [currenciesPath]: { status: 400, body: { detail: 'Not now.' } } });
  await open();
  await shown('Not now.');
  api.answers[currenciesPath] = { status: 200, body: { currencies: [] } };
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await shown('No payment method is available');
});
