import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import {
  buildBalance,
  buildPayment,
  buildStatistics,
  buildTransaction,
} from '#test/fixtures/payments.ts';
import Wallet from './Wallet.tsx';

const transactionsPath = 'GET /apix/payments/transactions/';
const shown = (words: string) =>
  expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
const ok = (body: unknown) => ({ status: 200, body });

const answers = (rows: unknown[]) => ({
  'GET /apix/payments/transactions/balance/': ok(buildBalance()),
  'GET /apix/payments/transactions/statistics/': ok(buildStatistics()),
  'GET /apix/payments/withdrawals/': ok(pageOfRows([])),
  'GET /apix/payments/payments/': ok(pageOfRows([buildPayment()])),
  'GET /apix/events/': { status: 403, body: { detail: 'No.' } },
  [transactionsPath]: ok(pageOfRows(rows)),
});
const open = (query = '') =>
  renderScreen(`/dashboard/wallet${query}`, [{ path: '/dashboard/wallet', element: Wallet }]);

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('available and held amounts are shown per currency, with the balance history', async () => {
  const api = stubApi(answers([buildTransaction()]));
  api.answers['GET /apix/payments/transactions/balance/'] = ok(
    buildBalance([{}, { currency: 'EUR', available: '7.50', reserved: '0.00' }]),
  );
  await open();
  await shown('$120.00');
  await shown('$5.00');
  await shown('€7.50');
  await expect
    .element(page.getByRole('application', { name: /^Balance from \$0\.00 .* to \$125\.00/ }))
    .toBeVisible();
  await userEvent.click(page.getByText('Show as a table'));
  await expect.element(page.getByRole('cell', { name: '$125.00' }).first()).toBeVisible();
  const table = page.getByRole('region', { name: 'Money in, money out and balance by day' });
  await expect.element(table).toHaveAttribute('tabindex', '0');
});

test('money is said to be reserved only where something is', async () => {
  const api = stubApi(answers([]));
  api.answers['GET /apix/payments/transactions/balance/'] = ok(
    buildBalance([{ currency: 'EUR', available: '7.50', reserved: '0.00' }]),
  );
  await open();
  await shown('€7.50');
  expect(page.getByText('Reserved', { exact: true }).elements()).toEqual([]);
});

test('over a year the table is by week', async () => {
  const api = stubApi(answers([buildTransaction()]));
  api.answers['GET /apix/payments/transactions/statistics/'] = ok({
    ...buildStatistics(),
    period: '1y',
  });
  await open('?period=1y');
  await userEvent.click(page.getByText('Show as a table'));
  await expect.element(page.getByRole('table', { name: /balance by week$/ })).toBeVisible();
  const head = page.getByRole('columnheader', { name: 'First day of the week' });
  await expect.element(head).toBeVisible();
});

test('filters are read from and written to the URL', async () => {
  const api = stubApi(answers([buildTransaction()]));
  const { router } = await open('?type=deposit&page=2');
  await shown('+$120.00');
  expect(api.callsTo(transactionsPath)[0]?.path).toContain(
    'type=deposit&ordering=-created_at&page=2',
  );
  await userEvent.selectOptions(page.getByLabelText('Direction'), 'credit');
  await expect.poll(() => router.state.location.search).toBe('?type=deposit&direction=credit');
  await userEvent.click(page.getByRole('button', { name: 'Remove filter: Deposit' }));
  await expect.poll(() => router.state.location.search).toBe('?direction=credit');
});

test('the sort order is in the URL and announced', async () => {
  const api = stubApi(answers([buildTransaction()]));
  const { router } = await open();
  const amount = page.getByRole('columnheader', { name: 'Amount' });
  await expect.element(amount).toHaveAttribute('aria-sort', 'none');
  await userEvent.click(amount.getByRole('button'));
  await expect.poll(() => router.state.location.search).toBe('?ordering=amount');
  await expect.element(amount).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => api.callsTo(transactionsPath).at(-1)?.path).toContain('ordering=amount');
});

test('the export uses the filters, and one currency needs no filter', async () => {
  const api = stubApi(answers([buildTransaction()]));
  await open('?direction=credit&page=2');
  await shown('+$120.00');
  await expect.element(page.getByLabelText('Direction')).toHaveValue('credit');
  await expect.element(page.getByLabelText('Currency')).not.toBeInTheDocument();
  api.answers[transactionsPath] = { status: 200, text: 'created_at,id\r\n' };
  await userEvent.click(page.getByRole('button', { name: 'Export CSV' }));
  await expect
    .poll(() => api.callsTo(transactionsPath).at(-1)?.path)
    .toMatch(/\?direction=credit&ordering=-created_at&format=csv$/);
});

test('the history is shown for each currency of the wallet', async () => {
  const api = stubApi(answers([buildTransaction()]));
  const statisticsPath = 'GET /apix/payments/transactions/statistics/';
  api.answers['GET /apix/payments/transactions/balance/'] = ok(
    buildBalance([{}, { currency: 'EUR' }]),
  );
  const { router } = await open();
  const history = page.getByRole('region', { name: 'Balance in USD' });
  await userEvent.selectOptions(history.getByLabelText('Currency'), 'EUR');
  await expect.poll(() => router.state.location.search).toBe('?balance=EUR');
  await expect.poll(() => api.callsTo(statisticsPath).at(-1)?.path).toContain('currency=EUR');
  await expect.element(page.getByRole('heading', { name: 'Balance in EUR' })).toBeVisible();
});

test.for([
  [0, 1],
  [2, 3],
  [40, 12],
] as const)(
  'an account of %i months ago is offered %i monthly statements',
  async ([ago, count]) => {
    const now = new Date();
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1));
    const api = stubApi(answers([]));
    api.answers['GET /apix/payments/transactions/balance/'] = ok({
      ...buildBalance(),
      statements_from: first.toISOString().slice(0, 7),
    });
    await open();
    const months = page.getByLabelText('Month').getByRole('option');
    await expect.poll(() => months.elements().length).toBe(count);
  },
);

test('an empty wallet explains itself; filters without a match can be cleared', async () => {
  const api = stubApi(answers([]));
  const { router } = await open('?direction=debit');
  await shown('No transaction matches');
  api.answers[transactionsPath] = ok(pageOfRows([]));
  await userEvent.click(page.getByRole('button', { name: 'Clear filters' }).first());
  await shown('No transactions yet');
  expect(router.state.location.search).toBe('');
});

test('loading transactions can be retried', async () => {
  const api = stubApi(answers([]));
  api.answers[transactionsPath] = { status: 400, body: { detail: 'The list is not there.' } };
  await open();
  await shown('The list is not there.');
  api.answers[transactionsPath] = ok(pageOfRows([buildTransaction()]));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await shown('+$120.00');
});

test('a transaction opens with its balances and links to its payment', async () => {
  stubApi(answers([buildTransaction()]));
  const { router } = await open();
  await userEvent.click(page.getByText('Wallet top-up'));
  const dialog = page.getByRole('dialog', { name: 'Deposit' });
  await expect.element(dialog.getByText('Balance before')).toBeVisible();
  await userEvent.click(dialog.getByRole('link', { name: 'Open the payment' }));
  expect(router.state.location.pathname).toBe('/dashboard/payments/p1');
});
