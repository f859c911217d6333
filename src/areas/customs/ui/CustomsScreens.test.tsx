import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { calculationOf, minimumOf, ruleSetOf } from '#test/fixtures/customs.ts';
import CompareScreen from './CompareScreen.tsx';
import ConvertScreen from './ConvertScreen.tsx';
import CustomsScreen from './CustomsScreen.tsx';
import Demo from './demo/Demo.tsx';

const rulesPath = 'GET /apix/data_customs/rule-sets/';
const historyPath = 'GET /apix/data_customs/vehicle-calculation/history/';
const ok = (body: unknown) => ({ status: 200, body });
const shown = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const button = (name: string) => page.getByRole('button', { name, exact: true });

const rowOf = (change: object = {}) => ({
  id: 7,
  title: 'Yaris from Kobe',
  inputs_summary: 'Toyota, petrol, 2020-05',
  destination_country: 'UA',
  total: '3919.28',
  total_is_minimum: false,
  currency: 'EUR',
  is_saved: true,
  created_at: '2026-11-20T12:00:00.000Z',
  ...change,
});

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('search, filters and page of the history are in the address', async () => {
  const api = stubApi({
    [rulesPath]: ok(pageOfRows([ruleSetOf()])),
    [historyPath]: ok(pageOfRows([rowOf(), rowOf({ id: 8, title: '', is_saved: false })])),
    'GET /apix/data_customs/custom-calculation/history/': ok(pageOfRows([])),
  });
  const { router } = await renderScreen('/dashboard/customs?search=yaris', [
    { path: '/dashboard/customs', element: CustomsScreen },
  ]);
  await expect.element(page.getByRole('link', { name: 'Yaris from Kobe' })).toBeVisible();
  await shown('Not saved');
  expect(api.callsTo(historyPath)[0]?.path).toContain('search=yaris');
  await userEvent.selectOptions(page.getByLabelText('Destination'), 'UA');
  await expect
    .poll(() => api.callsTo(historyPath).at(-1)?.path)
    .toContain('destination_country=UA');
  await userEvent.selectOptions(page.getByLabelText('Kind'), 'goods');
  await shown('No calculation matches');
  await userEvent.click(button('Clear filters'));
  await shown('No calculations yet');
  expect(router.state.location.search).toBe('?kind=goods');
});

test('scenarios are compared, and a minimum is never the cheapest', async () => {
  const germany = ruleSetOf({ id: 'eu', jurisdiction: 'EU', countries: ['DE'], title: 'EU' });
  const comparePath = 'POST /apix/data_customs/vehicle-calculation/compare/';
  const api = stubApi({
    [rulesPath]: ok(pageOfRows([ruleSetOf(), germany])),
    [comparePath]: ok({
      results: [
        { label: 'Germany', calculation: calculationOf(), error: null },
        { label: 'Ukraine', calculation: minimumOf(), error: null },
      ],
      cheapest: null,
    }),
  });
  await renderScreen('/dashboard/customs/compare', [
    { path: '/dashboard/customs/compare', element: CompareScreen },
  ]);
  await shown('Choose at least two scenarios.');
  await userEvent.click(page.getByLabelText('Germany'));
  await userEvent.click(page.getByLabelText('Ukraine'));
  await shown('Still needed: Price, Powertrain and Produced.');
  await userEvent.fill(page.getByRole('textbox', { name: 'Price', exact: true }), '10000');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Powertrain' }), 'petrol');
  await userEvent.fill(page.getByRole('textbox', { name: 'Year' }), '2020');
  await userEvent.click(button('Compare 2 scenarios'));
  const table = page.getByRole('table', { name: 'Scenarios side by side' });
  await expect.element(table.getByText('€3,919.28')).toBeVisible();
  await expect.element(table.getByText('Unknown', { exact: true }).first()).toBeVisible();
  await shown(/none is called the cheapest/);
  expect(api.callsTo(comparePath)[0]?.body).toMatchObject({
    scenarios: [
      { label: 'Germany', changes: {} },
      { label: 'Ukraine', changes: { destination_country: 'UA' } },
    ],
  });
  const price = page.getByRole('textbox', { name: 'Price', exact: true });
  await userEvent.fill(price, '20000');
  await expect.element(table).not.toBeInTheDocument();
  api.answers[comparePath] = { status: 400, body: { price: { amount: ['Too large.'] } } };
  await userEvent.click(button('Compare 2 scenarios'));
  await expect.element(price).toHaveAttribute('aria-invalid');
  await userEvent.fill(price, '2000');
  await expect.element(price).not.toHaveAttribute('aria-invalid');
});

test('a scenario that cannot be calculated shows why', async () => {
  const germany = ruleSetOf({ id: 'eu', jurisdiction: 'EU', countries: ['DE'], title: 'EU' });
  const refused = { non_field_errors: ['There are no rules.'], code: 'rule_set_not_found' };
  stubApi({
    [rulesPath]: ok(pageOfRows([ruleSetOf(), germany])),
    'POST /apix/data_customs/vehicle-calculation/compare/': ok({
      results: [
        { label: 'Germany', calculation: calculationOf(), error: null },
        { label: 'Ukraine', calculation: null, error: refused },
        { label: 'Poland', calculation: null, error: { vin: ['This field is required.'] } },
      ],
      cheapest: null,
    }),
  });
  await renderScreen('/dashboard/customs/compare', [
    { path: '/dashboard/customs/compare', element: CompareScreen },
  ]);
  await userEvent.click(page.getByLabelText('Germany'));
  await userEvent.click(page.getByLabelText('Ukraine'));
  await userEvent.fill(page.getByRole('textbox', { name: 'Price', exact: true }), '10000');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Powertrain' }), 'petrol');
  await userEvent.fill(page.getByRole('textbox', { name: 'Year' }), '2020');
  await userEvent.click(button('Compare 2 scenarios'));
  await shown('Ukraine: There are no rules.');
  await shown('Poland: VIN: This field is required.');
  const table = page.getByRole('table', { name: 'Scenarios side by side' });
  await expect.element(table.getByRole('columnheader', { name: 'Germany' })).toBeVisible();
  await expect.element(table.getByText('Ukraine')).not.toBeInTheDocument();
});

test('a rate of a later day than requested has a warning', async () => {
  const [date, later] = ['2026-03-01', { date: '2026-11-20', source: 'indicative' }];
  stubApi({
    'GET /apix/data_customs/currencies/': ok({
      ...{ ...later, base_currency: 'USD', is_stale: true, count: 0, results: [] },
    }),
    'GET /apix/data_customs/currencies/convert/': ok({
      ...{ amount: '1000', from_currency: 'USD', to_currency: 'EUR', path: null, is_stale: true },
      ...{ rate: '0.88', inverse_rate: '1.13636', result: '880' },
      ...{ source: 'indicative', rate_date: later.date },
    }),
  });
  await renderScreen(`/dashboard/convert?date=${date}`, [
    { path: '/dashboard/convert', element: ConvertScreen },
  ]);
  await shown('No rate of 1 Mar 2026 is known');
  await shown(/The one that is used is of 20 Nov 2026/);
  await shown('Later rates');
});

test('an amount is converted while typing, with the date and source of the rate', async () => {
  const convertPath = 'GET /apix/data_customs/currencies/convert/';
  const api = stubApi({
    'GET /apix/data_customs/currencies/': ok({
      source: 'ECB',
      base_currency: 'EUR',
      date: '2026-11-20',
      is_stale: false,
      count: 1,
      results: [
        { code: 'USD', name: 'US Dollar', rate: '1.08', date: '2026-11-20', source: 'ECB' },
      ],
    }),
    [convertPath]: ok({
      amount: '1000',
      from_currency: 'KRW',
      to_currency: 'USD',
      rate: '0.00072',
      inverse_rate: '1388.88',
      result: '0.72',
      source: 'ECB',
      rate_date: '2026-11-20',
      path: 'KRW->EUR->USD',
      is_stale: true,
    }),
  });
  await renderScreen('/dashboard/convert?from=KRW&to=USD', [
    { path: '/dashboard/convert', element: ConvertScreen },
  ]);
  await shown('0.72 USD');
  await shown(/through KRW to EUR to USD/);
  await shown('This rate is old');
  await userEvent.fill(page.getByLabelText('Amount'), '2,500.5');
  await expect.poll(() => api.callsTo(convertPath).at(-1)?.path).toContain('amount=2500.5');
  await userEvent.fill(page.getByLabelText('Amount'), 'x');
  await shown('Enter an amount of zero or more, such as 1250.50.');
  await userEvent.click(button('Swap the currencies'));
  await expect.element(page.getByLabelText('From')).toHaveValue('USD');
});

test('a visitor can try the example, up to the rate limit', async () => {
  const demoPath = 'POST /apix/data_customs/demo/calculate/';
  const api = stubApi({
    [rulesPath]: ok(pageOfRows([ruleSetOf()])),
    [demoPath]: ok(calculationOf({ id: null })),
  });
  await renderScreen('/', [{ path: '/', element: Demo }]);
  await userEvent.click(button('Calculate'));
  await shown('€3,919.28');
  expect(api.callsTo(demoPath)[0]?.headers.get('authorization')).toBeNull();
  await userEvent.fill(page.getByLabelText('Engine capacity'), '2500');
  await shown('You changed a fact: calculate again.');
  const engine = page.getByLabelText('Engine capacity');
  api.answers[demoPath] = { status: 400, body: { engine_capacity_cc: ['Too large.'] } };
  await userEvent.click(button('Calculate'));
  await expect.element(engine).toHaveAttribute('aria-invalid');
  await userEvent.fill(engine, '1500');
  await expect.element(engine).not.toHaveAttribute('aria-invalid');
  api.answers[demoPath] = { status: 429, body: { detail: 'Request was throttled.' } };
  await userEvent.click(button('Calculate'));
  await shown('That was the tenth try of this hour');
});
