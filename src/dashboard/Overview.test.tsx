import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildUser, pageOfRows } from '#test/fixtures/accounts.ts';
import { buildChart, buildOverview } from '#test/fixtures/billing-charts.ts';
import { buildKey, buildNewKey } from '#test/fixtures/billing-keys.ts';
import { buildUsagePage, usageRecord } from '#test/fixtures/billing-usage.ts';
import Overview from './Overview.tsx';

const profilePath = 'GET /apix/accounts/profile/';
const overviewPath = 'GET /apix/billing/dashboard/overview/';
const chartPath = 'GET /apix/billing/charts/detailed/';
const ok = (body: unknown) => ({ status: 200, body });
const open = () => renderScreen('/dashboard', [{ path: '/dashboard', element: Overview }]);
const expectText = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

const answers = () => ({
  [profilePath]: ok(buildUser()),
  [overviewPath]: ok(buildOverview()),
  [chartPath]: ok(buildChart()),
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
  stubApi({ ...answers(), [overviewPath]: ok(buildOverview({ alerts })) });
  await open();
  await expectText('$51.00');
  await expectText(/^850 of 1,000 requests until .*2026$/);
  await expect.element(page.getByRole('link', { name: 'View keys' })).toBeVisible();
  await expectText('Pro plan');
  await expectText('Partially paid');
  await expectText('+25%');
  await expect.poll(() => document.querySelector('[role=application] rect')).not.toBeNull();
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

const keysPath = 'GET /apix/billing/api-keys/';
const createPath = 'POST /apix/billing/api-keys/';
const usagePath = 'GET /apix/billing/usage/';

function newAccount() {
  const { metrics } = buildOverview();
  const keys = { ...metrics.api_keys!, total_keys: 0, total_requests: 0, last_used_at: null };
  const balance = { ...metrics.balance!, has_transactions: false };
  return buildOverview({
    metrics: { ...metrics, api_keys: keys, balance, subscription: null },
    recent_payments: [],
    recent_transactions: [],
    alerts: [],
  });
}
const calledAccount = () => {
  const fresh = newAccount();
  const keys = { ...fresh.metrics.api_keys!, total_requests: 1 };
  return { ...fresh, metrics: { ...fresh.metrics, api_keys: keys } };
};
const newAnswers = () => ({
  [profilePath]: ok(buildUser({ first_name: '' })),
  [overviewPath]: ok(newAccount()),
  [keysPath]: ok(pageOfRows([])),
  [usagePath]: ok(buildUsagePage([{ ...usageRecord, status_code: 200, response_time_ms: 12 }])),
  'GET /apix/events/': { status: 403, body: { detail: 'Not here.' } },
});

test('a new account creates a key, calls, and sees the call arrive, all on one screen', async () => {
  const created = buildNewKey({
    name: 'My laptop',
    key: 'sk_live_secret',
    scopes: ['profile:read'],
  });
  const api = stubApi({ ...newAnswers(), [createPath]: { status: 201, body: created } });
  await open();
  await expect.element(page.getByRole('heading', { name: 'Make your first call' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Calculate an import duty/ })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Over time' })).not.toBeInTheDocument();
  expect(page.getByText('Waiting for your call...').elements()).toEqual([]);

  await userEvent.click(page.getByRole('button', { name: 'Create key' }));
  await expectText('sk_live_secret');
  await expectText(/curl .*\/apix\/accounts\/profile\//);
  await expectText('Waiting for your call...');
  expect(api.callsTo(createPath)[0]?.body).toMatchObject({
    name: 'My laptop',
    expires_in_days: 90,
  });

  api.answers[overviewPath] = ok(calledAccount());
  await expect.element(page.getByText('Your first call arrived')).toBeVisible();
  await expectText(/status 200, answered in 12 ms/);
  await userEvent.click(page.getByRole('button', { name: 'Go to the overview' }));
  await expect.element(page.getByRole('heading', { name: 'Hello' })).toBeVisible();
});

test('a key that was created earlier is named, and its secret not invented', async () => {
  stubApi({
    ...newAnswers(),
    [keysPath]: ok(pageOfRows([buildKey({ name: 'ci', key_preview: 'sk_live_AbC1...x9Zq' })])),
  });
  await open();
  await expectText('sk_live_AbC1...x9Zq');
  await expectText(/YOUR_API_KEY/);
  await expectText('Waiting for your call...');
});

test('what can wait is dismissed for good, and so is the first run', async () => {
  stubApi({ ...newAnswers(), [chartPath]: ok(buildChart()) });
  await open();
  const later = page.getByRole('region', { name: 'Later' });
  await expect.element(later.getByRole('link', { name: /^Choose a plan/ })).toBeVisible();
  await userEvent.click(later.getByRole('button', { name: 'Dismiss' }));
  await expect.element(later).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Go to the overview' }));
  await expectText('Choose one to call the API');
  // Lists without rows are left out.
  await expect
    .element(page.getByRole('region', { name: 'Latest payments' }))
    .not.toBeInTheDocument();
});

test('a block that failed says so beside the others', async () => {
  const { metrics } = buildOverview();
  stubApi({
    ...answers(),
    [overviewPath]: ok(
      buildOverview({ metrics: { ...metrics, payments: null }, recent_payments: null }),
    ),
    [chartPath]: { status: 400, body: { detail: 'Not now.' } },
  });
  await open();
  await expectText('$51.00');
  await expectText('This could not be loaded. Reload the page in a moment.');
  await expectText('Not now.');
});

test('an overview that did not load can be tried again', async () => {
  const api = stubApi({
    ...answers(),
    [overviewPath]: { status: 400, body: { detail: 'Not yet.' } },
  });
  await open();
  await expectText('Not yet.');
  api.answers[overviewPath] = ok(buildOverview());
  await userEvent.click(page.getByRole('button', { name: 'Try again' }).first());
  await expectText('$51.00');
});

test('a suspended account sees one banner with a link to support', async () => {
  stubApi({ [profilePath]: ok(buildUser({ status: 'suspended' })) });
  await open();
  await expectText('This account is suspended. Contact support.');
  await expect
    .element(page.getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', '/dashboard/support/new');
  expect(page.getByText(/account is suspended/).elements()).toHaveLength(1);
  await expect.element(page.getByRole('link', { name: 'Add money' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});
