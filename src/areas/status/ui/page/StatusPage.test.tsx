import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ApiResponse, renderScreen, resetBrowser, stubApi } from '#test/browser/screens.tsx';
import type { PublicIncidentWire, StatusComponentWire } from '../../wire/status.ts';
import type { StatusWire } from './OverallState.tsx';
import StatusPage from './StatusPage.tsx';

const path = 'GET /apix/status/';
const api: StatusComponentWire = {
  name: 'api',
  title: 'API',
  state: 'up',
  switched_off: null,
  uptime_percent: '99.98',
  days: [
    { day: '2026-11-24', up_minutes: 1428, degraded_minutes: 0, down_minutes: 12 },
    { day: '2026-11-25', up_minutes: 1440, degraded_minutes: 0, down_minutes: 0 },
  ],
};
const payments: StatusComponentWire = {
  ...api,
  name: 'payments',
  title: 'Payments',
  uptime_percent: '100.00',
  days: api.days.slice(1),
};
const resolved: PublicIncidentWire = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  title: 'Calls fail',
  state: 'resolved',
  components: [{ name: 'api', impact: 'down' }],
  started_at: '2026-11-24T09:00:00.000Z',
  resolved_at: '2026-11-24T09:12:00.000Z',
  updates: [
    {
      id: '0190a0a0-0000-7000-8000-000000000003',
      state: 'resolved',
      message: 'All calls work again.',
      created_at: '2026-11-24T09:12:00.000Z',
    },
    {
      id: '0190a0a0-0000-7000-8000-000000000002',
      state: 'investigating',
      message: 'We look for the cause.',
      created_at: '2026-11-24T09:00:00.000Z',
    },
  ],
};
const createStatus = (change: Partial<StatusWire> = {}): ApiResponse => ({
  status: 200,
  body: {
    checked_at: '2026-11-26T10:00:00.000Z',
    state: 'up',
    components: [api, payments],
    incidents: [],
    ...change,
  },
});
const open = (answer: ApiResponse) => {
  const stubbed = stubApi({ [path]: answer });
  return renderScreen('/status', [{ path: '/status', element: StatusPage }]).then((screen) => ({
    ...screen,
    ...stubbed,
  }));
};

beforeEach(async () => {
  await page.viewport(390, 800);
  resetBrowser();
});

test('everything works: one sentence, uptime, bars with a text, and no incidents', async () => {
  await open(createStatus());
  await expect.element(page.getByRole('heading', { name: 'Everything works' })).toBeVisible();
  await expect.element(page.getByText(/^Each bar is a day/)).toBeVisible();
  await expect.element(page.getByText('99.98 % uptime')).toBeVisible();
  await expect
    .element(page.getByRole('img', { name: /^API, the last 90 days/ }))
    .toHaveAccessibleName(
      'API, the last 90 days: 1 day without disturbance, 0 disrupted, 1 with a time down, 88 without data',
    );
  await expect
    .element(page.getByText(/^There were no incidents in the last 30 days/))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'feed' })).toBeVisible();
});

test('the days are a table as well', async () => {
  await open(createStatus({ components: [api] }));
  expect(page.getByRole('table').elements()).toEqual([]);
  await userEvent.click(page.getByText(/^Show as a table/));
  const table = page.getByRole('table', { name: 'API, by day in UTC' });
  await expect
    .element(table.getByRole('row', { name: '24 Nov 2026 down for 12 minutes' }))
    .toBeInTheDocument();
  await expect
    .element(table.getByRole('row', { name: '25 Nov 2026 no disturbance' }))
    .toBeInTheDocument();
  await expect.element(table.getByRole('row', { name: '23 Nov 2026 no data' })).toBeInTheDocument();
});

test('what is disrupted or down is named', async () => {
  await open(
    createStatus({
      state: 'down',
      components: [
        { ...api, state: 'degraded' },
        {
          ...payments,
          state: 'down',
          switched_off: { notice: 'Back at noon.', since: '2026-11-26T09:00:00.000Z' },
        },
      ],
    }),
  );
  await expect
    .element(page.getByRole('heading', { name: 'Down: Payments. Disrupted: API' }))
    .toBeVisible();
  await expect
    .element(page.getByText('We have switched it off for now. Back at noon.'))
    .toBeVisible();
});

test('an open incident has its timeline, and past ones their day', async () => {
  const current: PublicIncidentWire = {
    ...resolved,
    id: '0190a0a0-0000-7000-8000-000000000009',
    title: 'Payments are late',
    state: 'monitoring',
    components: [{ name: 'payments', impact: 'degraded' }],
    resolved_at: null,
  };
  await open(createStatus({ state: 'degraded', incidents: [current, resolved] }));
  const section = page.getByRole('region', { name: 'Open incidents' });
  await expect.element(section.getByRole('heading', { name: 'Payments are late' })).toBeVisible();
  await expect.element(section.getByText('Payments: disrupted')).toBeVisible();
  await expect.element(section.getByText(/We look for the cause\.$/)).toBeVisible();
  const past = page.getByRole('region', { name: 'Past incidents' });
  await expect.element(past.getByRole('heading', { name: 'Calls fail' })).toBeVisible();
  await expect.element(past.getByText(/24 November 2026/)).toBeVisible();
  await expect.element(past.getByText(/no other incidents in the last 30 days/)).toBeVisible();
});

test('a component without a measurement has no uptime', async () => {
  await open(createStatus({ components: [{ ...api, uptime_percent: null, days: [] }] }));
  await expect.element(page.getByText('No data yet')).toBeVisible();
  await expect.element(page.getByRole('img', { name: /90 without data$/ })).toBeVisible();
});

test('the page says when the API does not respond, and goes on when it does', async () => {
  const { answers } = await open(new TypeError('Failed to fetch'));
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('The status can’t be read')).toBeVisible();
  await expect.element(alert.getByRole('link', { name: '/readyz' })).toBeVisible();
  answers[path] = createStatus();
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByRole('heading', { name: 'Everything works' })).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('what was read stays when the API stops responding', async () => {
  const { answers, queryClient } = await open(createStatus());
  await expect.element(page.getByRole('heading', { name: 'Everything works' })).toBeVisible();
  answers[path] = { status: 503, body: {} };
  await queryClient.refetchQueries({ queryKey: ['status'] });
  await expect.element(page.getByText(/What you see below is older/)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'API' })).toBeVisible();
});
