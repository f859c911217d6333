import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { userOf } from '#test/fixtures/accounts.ts';
import { chartOf, overviewOf } from '#test/fixtures/billing-charts.ts';
import Overview from './Overview.tsx';

const profilePath = 'GET /apix/accounts/profile/';
const overviewPath = 'GET /apix/billing/dashboard/overview/';
const chartPath = 'GET /apix/billing/charts/detailed/';
const ok = (body: unknown) => ({ status: 200, body });
const open = () => renderScreen('/dashboard', [{ path: '/dashboard', element: Overview }]);
const shown = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

const answers = () => ({
  [profilePath]: ok(userOf()),
  [overviewPath]: ok(overviewOf()),
  [chartPath]: ok(chartOf()),
});

test('metrics, alerts, the chart and recent transactions are shown', async () => {
  const alerts = [
    {
      level: 'warning' as const,
      code: 'key_expiring',
      message: 'Key “ci” ends in 3 days.',
      action_url: '/dashboard/keys',
    },
  ];
  stubApi({ ...answers(), [overviewPath]: ok(overviewOf({ alerts })) });
  await open();
  await shown('$51.00');
  await shown('850 of 1,000 requests this month');
  await expect.element(page.getByRole('link', { name: 'View keys' })).toBeVisible();
  await shown('Pro plan');
  await shown('Partially paid');
  await shown('+25%');
  await expect
    .poll(() => document.querySelector('[role=application] rect'), { timeout: 5000 })
    .not.toBeNull();
});

test('the chart is also a table, and switches its metric', async () => {
  const api = stubApi(answers());
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Show as a table' }));
  const table = page.getByRole('table', { name: /Requests from Wed, 18 November 2026/ });
  await expect.element(table.getByText(', so far')).toBeVisible();
  await userEvent.selectOptions(page.getByLabelText('What'), 'Spending');
  await expect
    .poll(() => api.callsTo(chartPath).at(-1)?.path)
    .toMatch(/metric=spend.*timezone=[A-Z]/);
});

test('a new account sees its first steps and empty states', async () => {
  const { metrics } = overviewOf();
  const keys = { ...metrics.api_keys!, total_keys: 0, active_keys: 0, total_requests: 0 };
  const empty = chartOf({
    table: chartOf().table.map((row) => ({ ...row, value: 0, previous: 0 })),
  });
  stubApi({
    ...answers(),
    [overviewPath]: ok(
      overviewOf({
        metrics: { ...metrics, api_keys: { ...keys, last_used_at: null }, subscription: null },
        recent_payments: [],
        recent_transactions: [],
      }),
    ),
    [chartPath]: ok(empty),
  });
  await open();
  await shown('First steps');
  await expect.element(page.getByRole('link', { name: /^Create an API key/ })).toBeVisible();
  await shown('No data for this period');
  await shown('Your payments appear here.');
  await shown('Choose one to call the API');
});

test('a block that failed says so beside the others', async () => {
  const { metrics } = overviewOf();
  stubApi({
    ...answers(),
    [overviewPath]: ok(
      overviewOf({ metrics: { ...metrics, payments: null }, recent_payments: null }),
    ),
    [chartPath]: { status: 400, body: { detail: 'Not now.' } },
  });
  await open();
  await shown('$51.00');
  await shown('This could not be loaded. Reload the page in a moment.');
  await shown('Not now.');
});

test('an overview that did not load can be tried again', async () => {
  const api = stubApi({
    ...answers(),
    [overviewPath]: { status: 400, body: { detail: 'Not yet.' } },
  });
  await open();
  await shown('Not yet.');
  api.answers[overviewPath] = ok(overviewOf());
  await userEvent.click(page.getByRole('button', { name: 'Try again' }).first());
  await shown('$51.00');
});

test('a suspended account sees one banner with a link to support', async () => {
  stubApi({ [profilePath]: ok(userOf({ status: 'suspended' })) });
  await open();
  await shown('This account is suspended. Contact support.');
  await expect
    .element(page.getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', '/dashboard/support/new');
  expect(page.getByText(/account is suspended/).elements()).toHaveLength(1);
  await expect.element(page.getByRole('link', { name: 'Add money' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});
