import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { buildBalance, buildPayment } from '#test/fixtures/payments.ts';
import PaymentsScreen from './PaymentsScreen.tsx';

const paymentsPath = 'GET /apix/payments/payments/';
const expectVisible = (words: string) =>
  expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
const ok = (body: unknown) => ({ status: 200, body });
const answers = (rows: unknown[]) => ({
  'GET /apix/payments/transactions/balance/': ok(buildBalance([{}, { currency: 'EUR' }])),
  'GET /apix/events/': { status: 403, body: { detail: 'No.' } },
  [paymentsPath]: ok(pageOfRows(rows)),
});
const open = (query = '') =>
  renderScreen(`/dashboard/payments${query}`, [
    { path: '/dashboard/payments', element: PaymentsScreen },
  ]);

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('filters and order are read from and written to the URL', async () => {
  const api = stubApi(answers([buildPayment()]));
  const { router } = await open('?status=pending&ordering=amount&page=2&noise=1');
  await expectVisible('$120.00');
  expect(api.callsTo(paymentsPath)[0]?.path).toContain('status=pending&ordering=amount&page=2');
  await expect
    .element(page.getByRole('columnheader', { name: 'Amount' }))
    .toHaveAttribute('aria-sort', 'ascending');
  await userEvent.click(page.getByRole('button', { name: 'Amount' }));
  await expect
    .poll(() => router.state.location.search)
    .toBe('?status=pending&ordering=-amount&noise=1');
  await userEvent.selectOptions(page.getByLabelText('Currency'), 'EUR');
  await userEvent.click(page.getByRole('button', { name: /^Remove filter: Waiting/ }));
  await expect
    .poll(() => router.state.location.search)
    .toBe('?ordering=-amount&noise=1&currency=EUR');
});

test('one date limits the other, and the URL’s currency is offered, too', async () => {
  const api = stubApi(answers([buildPayment()]));
  await open('?currency=BTC&from=2026-11-02&to=2026-11-20');
  await expectVisible('$120.00');
  expect(api.callsTo(paymentsPath)[0]?.path).toMatch(
    /currency=BTC&created_after=2026-11-0.*before/,
  );
  await expect.element(page.getByLabelText('From')).toHaveAttribute('max', '2026-11-20');
  await expect
    .element(page.getByLabelText('To', { exact: true }))
    .toHaveAttribute('min', '2026-11-02');
  await expect.element(page.getByLabelText('Currency')).toHaveTextContent('AnyUSDEURBTC');
});

test('a row links to its payment', async () => {
  stubApi(answers([buildPayment()]));
  const { router } = await open();
  await userEvent.click(page.getByRole('link', { name: /^PAY_/ }));
  expect(router.state.location.pathname).toBe('/dashboard/payments/p1');
});

test('no payments, no match and a failed load each offer a next step', async () => {
  const api = stubApi(answers([]));
  api.answers[paymentsPath] = { status: 400, body: { detail: 'The list is not there.' } };
  await open('?search=rent');
  await expectVisible('The list is not there.');
  api.answers[paymentsPath] = ok(pageOfRows([]));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expectVisible('No payment matches');
  await userEvent.click(page.getByRole('button', { name: 'Clear filters' }).first());
  await expectVisible('No payments yet');
});
