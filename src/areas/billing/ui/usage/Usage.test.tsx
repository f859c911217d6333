import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hourMs } from '#lib/durations.ts';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { buildChart } from '#test/fixtures/billing-charts.ts';
import { buildKey } from '#test/fixtures/billing-keys.ts';
import { buildPlan } from '#test/fixtures/billing-plans.ts';
import { buildUsagePage, usageRecord } from '#test/fixtures/billing-usage.ts';
import type { UsageGroupWire } from '../../wire/index.ts';
import UsageScreen from './UsageScreen.tsx';

const usagePath = 'GET /apix/billing/usage/';
const chartPath = 'GET /apix/billing/charts/detailed/';
const keysPath = 'GET /apix/billing/api-keys/';
const planPath = 'GET /apix/billing/subscriptions/current/';
const ok = (body: unknown) => ({ status: 200, body });

const group: UsageGroupWire = {
  key: buildKey().id,
  label: 'ci',
  requests: 1000,
  units: '1000',
  cost: '0',
  errors: 250,
  avg_response_ms: 21.4,
};
const pageOf = (results: unknown[]) => ok(buildUsagePage(results));

const answers = () => ({
  [usagePath]: ({ path }: { path: string }) =>
    path.includes('group_by=') ? pageOf([group]) : pageOf([usageRecord]),
  [chartPath]: ok(buildChart({ previous: null, change: null })),
  [keysPath]: ok(pageOfRows([buildKey()])),
  [planPath]: ok(buildPlan('free')),
});
const open = (query = '') =>
  renderScreen(`/dashboard/usage${query}`, [{ path: '/dashboard/usage', element: UsageScreen }]);
const shown = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('shows unpaid overage above the summary', async () => {
  const due = { amount: '200.00', currency: 'USD', since: '2026-11-20T00:00:00.000Z' };
  stubApi({ ...answers(), [planPath]: ok(buildPlan('pro', { overage_due: due })) });
  await open();
  await expect.element(page.getByText('$200.00 is due for usage over your quota')).toBeVisible();
});

test('lists requests with a summary and opens their details', async () => {
  stubApi(answers());
  await open();
  await shown('1,204');
  await shown('1% of the requests');
  await shown('8,796');
  await userEvent.click(page.getByRole('row', { name: /422/ }));
  const dialog = page.getByRole('dialog', { name: 'Call' });
  await expect.element(dialog.getByText(usageRecord.request_id)).toBeVisible();
  await expect.element(dialog.getByText('422, after 17 ms')).toBeVisible();
});

test('keeps filters in the URL, applies them to list and chart, and clears them', async () => {
  const api = stubApi(answers());
  const key = buildKey().id;
  const { router } = await open(`?api_key=${key}&status=4&period=7d&group=nonsense`);
  await shown('By day, in your time zone');
  await expect
    .poll(() => api.callsTo(chartPath).at(-1)?.path)
    .toMatch(`period=7d&api_key=${key}&status_class=4`);
  const listed = api.callsTo(usagePath).map(({ path }) => path);
  expect(listed).toContainEqual(expect.stringMatching(/created_after=.*status_class=4/));
  await userEvent.selectOptions(page.getByLabelText('Time'), '90 days');
  await shown('By week, in your time zone');
  await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));
  await expect.poll(() => router.state.location.search).not.toMatch(/api_key|status/);
});

test('keeps the page of the list when the chart view changes', async () => {
  stubApi(answers());
  const { router } = await open('?page=2');
  await userEvent.click(page.getByRole('button', { name: 'Show as a table' }));
  await expect.poll(() => router.state.location.search).toBe('?page=2&view=table');
  await userEvent.click(page.getByRole('button', { name: 'Show as a chart' }));
  await expect.poll(() => router.state.location.search).toBe('?page=2');
});

test('opens the requests of a group', async () => {
  stubApi(answers());
  const { router } = await open('?group=api_key&page=1');
  await shown('Calls by API key');
  await shown('25%');
  (page.getByRole('row', { name: /^ci/ }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.search).toBe(`?api_key=${buildKey().id}`);
  await expect.element(page.getByRole('row', { name: /422/ })).toBeVisible();
});

test('shows the last day by hour, including empty hours', async () => {
  const hour = new Date(Math.floor(Date.now() / hourMs) * hourMs).toISOString();
  stubApi({
    ...answers(),
    [usagePath]: ({ path }) =>
      path.includes('group_by=hour') ? pageOf([{ ...group, key: hour }]) : pageOf([usageRecord]),
  });
  await open('?period=24h&view=table');
  const table = page.getByRole('table', { name: 'Requests in the last 24 hours: 1,000 in all' });
  await expect.element(table.getByText('1,000')).toBeVisible();
  expect(table.getByRole('row').elements()).toHaveLength(26);
});

test('explains an empty list, with and without filters', async () => {
  const none = buildChart({
    table: buildChart().table.map((row) => ({ ...row, values: { requests: 0 } })),
  });
  stubApi({ ...answers(), [usagePath]: pageOf([]), [chartPath]: ok(none) });
  await open();
  await shown('No requests in this period');
  await userEvent.selectOptions(page.getByLabelText('Status'), 'Failed (5xx)');
  await shown('No request matches');
});

test('without calls, only the time can be changed, and a key is offered', async () => {
  const { summary, ...none } = buildUsagePage([]);
  const api = stubApi({
    ...answers(),
    [usagePath]: ok({ ...none, summary: { ...summary, requests: 0, errors: 0 } }),
  });
  await open();
  await shown('No requests in this period');
  await expect.element(page.getByRole('link', { name: 'Create a key' })).toBeVisible();
  for (const name of ['Export CSV', 'Filters'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
  api.answers[usagePath] = pageOf([usageRecord]);
  await userEvent.selectOptions(page.getByLabelText('Time'), '90d');
  await shown('1,204');
});

test('retries failed parts separately', async () => {
  const failed = { status: 400, body: { detail: 'Not now.' } };
  const api = stubApi({ ...answers(), [chartPath]: failed });
  await open();
  await shown('1,204');
  await shown('Not now.');
  api.answers[chartPath] = ok(buildChart());
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => document.querySelector('[role=application] rect')).not.toBeNull();
});

test('exports the filtered requests', async () => {
  const api = stubApi({ ...answers(), [usagePath]: pageOf([usageRecord]) });
  await open('?status=4');
  await shown('1,204');
  api.answers[usagePath] = { status: 200, text: 'created_at,id\r\n' };
  await userEvent.click(page.getByRole('button', { name: 'Export CSV' }));
  await expect
    .poll(() => api.callsTo(usagePath).at(-1)?.path)
    .toMatch(/status_class=4.*format=csv/);
});

const ofErrors: UsageGroupWire = {
  ...group,
  key: 'scope_missing',
  label: 'scope_missing',
  requests: 42,
  errors: 42,
};
const answersWithErrors = () => ({
  ...answers(),
  [usagePath]: ({ path }: { path: string }) =>
    path.includes('group_by=error_code')
      ? pageOf([ofErrors])
      : path.includes('group_by=')
        ? pageOf([group])
        : pageOf([usageRecord]),
});

test('the top errors lead to their calls and to the page that explains them', async () => {
  const api = stubApi(answersWithErrors());
  const { router } = await open();
  const errors = page.getByRole('region', { name: 'Top errors' });
  await expect.element(errors.getByText('42')).toBeVisible();
  await expect
    .element(errors.getByRole('link', { name: 'scope_missing' }))
    .toHaveAttribute('href', '/docs/errors/scope_missing');
  await userEvent.click(errors.getByRole('button', { name: 'Show calls with scope_missing' }));
  await expect.poll(() => router.state.location.search).toBe('?error_code=scope_missing');
  await expect.element(page.getByLabelText('Error')).toHaveValue('scope_missing');
  await expect
    .poll(() => api.callsTo(chartPath).at(-1)?.path)
    .toContain('error_code=scope_missing');
});

test('a request id opens its call once, with its story', async () => {
  const api = stubApi(answersWithErrors());
  const { router } = await open();
  const search = page.getByRole('searchbox', { name: 'Search' });
  const find = page.getByRole('button', { name: 'Search calls' });
  await userEvent.fill(search, 'abc');
  await userEvent.click(find);
  await shown(/A request ID has 36 characters/);
  await userEvent.fill(search, usageRecord.request_id.toUpperCase());
  await userEvent.click(find);
  const dialog = page.getByRole('dialog', { name: 'Call' });
  await expect.element(dialog.getByText('rate_unavailable', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText('There is no rate for this currency.')).toBeVisible();
  await expect.element(dialog.getByText('2 kB')).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: /^What rate_unavailable means/ }))
    .toHaveAttribute('href', usageRecord.help!);
  expect(router.state.location.search).toBe(`?request=${usageRecord.request_id}`);
  const asked = api.callsTo(usagePath).filter(({ path }) => path.includes('request_id='));
  expect(asked.map(({ path }) => path.includes('created_after'))).toEqual([false]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('row', { name: /422/ })).toBeVisible();
});

test('support is asked about a call with what it needs to know', async () => {
  stubApi(answersWithErrors());
  const { router } = await open(`?request=${usageRecord.request_id}`);
  await userEvent.click(page.getByRole('link', { name: 'Ask support about this call' }));
  const { pathname, search, state } = router.state.location;
  expect(pathname + search).toBe(`/dashboard/support/new?about=call:${usageRecord.request_id}`);
  expect(state.message).toBe(
    [
      `Call: GET ${usageRecord.endpoint}`,
      'Status: 422 rate_unavailable',
      `Time: ${usageRecord.created_at}`,
      `Request ID: ${usageRecord.request_id}`,
      '\n',
    ].join('\n'),
  );
});

test('a request id that nobody has is explained', async () => {
  stubApi({ ...answers(), [usagePath]: pageOf([]) });
  await open(`?request=${usageRecord.request_id}`);
  await shown(/No call of the last 90 days has this request ID/);
});

test('follows new calls while it is live, and only then', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  try {
    const api = stubApi(answers());
    await open('?period=24h');
    await shown('1,204');
    const lists = () =>
      api.callsTo(usagePath).filter(({ path }) => !path.includes('group_by=')).length;
    await vi.advanceTimersByTimeAsync(20_000);
    const before = lists();
    await userEvent.click(page.getByRole('checkbox', { name: 'Live' }));
    await vi.advanceTimersByTimeAsync(9000);
    expect(lists()).toBeGreaterThanOrEqual(before + 2);
  } finally {
    vi.useRealTimers();
  }
});
