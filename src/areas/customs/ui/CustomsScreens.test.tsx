import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { buildCalculation, buildMinimum, buildRuleSet } from '#test/fixtures/customs.ts';
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
    [rulesPath]: ok(pageOfRows([buildRuleSet()])),
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

const germany = buildRuleSet({ id: 'eu', jurisdiction: 'EU', countries: ['DE'], title: 'EU' });
const comparePath = 'POST /apix/data_customs/vehicle-calculation/compare/';
const table = page.getByRole('table', { name: 'Scenarios side by side' });
const add = (country: string) =>
  userEvent.selectOptions(page.getByRole('combobox', { name: 'Destinations' }), country);
const typePrice = (text: string) =>
  userEvent.fill(page.getByRole('textbox', { name: 'Price', exact: true }), text);

async function openComparison(results: object, address = '/dashboard/customs/compare') {
  const api = stubApi({
    [rulesPath]: ok(pageOfRows([buildRuleSet(), germany])),
    [comparePath]: ok(results),
  });
  const { router } = await renderScreen(address, [
    { path: '/dashboard/customs/compare', element: CompareScreen },
  ]);
  return { ...api, router };
}
async function fillIn() {
  await add('Germany');
  await add('Ukraine');
  await fillInFacts();
}
async function fillInFacts() {
  await typePrice('10000');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Powertrain' }), 'petrol');
  await userEvent.fill(page.getByRole('textbox', { name: 'Produced' }), '2020');
}
const withMinimum = {
  results: [
    { label: 'Germany', calculation: buildCalculation(), error: null },
    { label: 'Ukraine', calculation: buildMinimum(), error: null },
  ],
  cheapest: null,
};

test('the comparison follows the facts, and a minimum is never the lowest', async () => {
  const api = await openComparison(withMinimum);
  await shown('Choose at least two scenarios to compare them.');
  await add('Germany');
  await add('Ukraine');
  await shown('The comparison appears here while you type. Still needed:');
  await expect.element(page.getByRole('link', { name: 'Powertrain' })).toBeVisible();
  expect(api.callsTo(comparePath)).toEqual([]);
  await userEvent.click(button('Remove Germany'));
  await add('Germany');
  await fillInFacts();
  await expect.element(table.getByText('€3,919.28')).toBeVisible();
  await expect.element(table.getByText('Unknown', { exact: true }).first()).toBeVisible();
  await shown(/None is marked as the lowest/);
  const [call] = api.callsTo(comparePath);
  // Previews are not counted.
  expect(call?.path).toContain('preview=true');
  expect(call?.body).toMatchObject({
    scenarios: [
      { label: 'Ukraine', changes: {} },
      { label: 'Germany', changes: { destination_country: 'DE' } },
    ],
  });
  api.answers[comparePath] = { status: 400, body: { price: { amount: ['Too large.'] } } };
  await typePrice('20000');
  const price = page.getByRole('textbox', { name: 'Price', exact: true });
  await expect.element(price).toHaveAttribute('aria-invalid');
  await expect.element(table).not.toBeInTheDocument();
  api.answers[comparePath] = ok(withMinimum);
  await typePrice('2000');
  await expect.element(price).not.toHaveAttribute('aria-invalid');
  await expect.element(table).toBeVisible();
});

test('a comparison is printed as it is shown', async () => {
  const api = await openComparison(withMinimum);
  await expect.element(button('PDF')).toBeDisabled();
  await fillIn();
  await expect.element(table).toBeVisible();
  const [shownCall] = api.callsTo(comparePath);
  await userEvent.click(button('PDF'));
  await expect.poll(() => api.callsTo(comparePath).length).toBe(2);
  const printed = api.callsTo(comparePath)[1];
  expect(printed?.path).toContain('format=pdf');
  expect(printed?.body).toEqual(shownCall?.body);
});

test('amounts are shown in one currency, with the differences to the least', async () => {
  const inEuros = buildCalculation({
    rates_to: { USD: '1.1', EUR: '1' },
    total_payments: '100.00',
    landed_cost: '1100.00',
  });
  const dearer = { ...inEuros, total_payments: '150.00', landed_cost: '1150.00' };
  const { router } = await openComparison({
    results: [
      { label: 'Germany', calculation: inEuros, error: null },
      { label: 'Ukraine', calculation: dearer, error: null },
    ],
    cheapest: 'Germany',
  });
  await fillIn();
  const row = page.getByRole('row').filter({ hasText: 'Landed cost' });
  await expect.element(row.getByText('+$55.00')).toBeVisible();
  // On small screens it leads from the facts to the table.
  await expect
    .element(page.getByRole('link', { name: /^Lowest: Germany.*100/, includeHidden: true }))
    .toHaveAttribute('href', '#comparison');
  await expect
    .element(table.getByRole('columnheader', { name: /^Germany Lowest landed cost/ }))
    .toBeVisible();
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Currency' }), 'US dollars');
  await expect.element(row.getByText('$1,210.00')).toBeVisible();
  await expect.element(row.getByText('$1,265.00')).toBeVisible();
  expect(new URLSearchParams(router.state.location.search).get('in')).toBe('USD');
});

test('the address has the comparison: a reload shows it again', async () => {
  const { router } = await openComparison(withMinimum);
  await fillIn();
  await expect.element(table).toBeVisible();
  await expect.poll(() => router.state.location.search).toContain('facts=');
  const { pathname, search } = router.state.location;
  resetBrowser();
  signInAs('ann@example.com');
  const api = await openComparison(withMinimum, pathname + search);
  await expect.element(page.getByRole('textbox', { name: 'Produced' }).last()).toHaveValue('2020');
  await expect.poll(() => api.callsTo(comparePath).length).toBe(1);
});

test('a scenario is saved as a calculation', async () => {
  const savePath = 'POST /apix/data_customs/vehicle-calculation/';
  const api = await openComparison(withMinimum);
  api.answers[savePath] = { status: 201, body: buildCalculation({ id: 42 }) };
  await fillIn();
  await userEvent.click(button('Save Ukraine'));
  await expect
    .element(page.getByRole('link', { name: 'Open Ukraine' }))
    .toHaveAttribute('href', '/dashboard/customs/vehicle/42');
  expect(api.callsTo(savePath).map(({ body }) => body)).toEqual([
    expect.objectContaining({ destination_country: 'UA', title: 'Ukraine', powertrain: 'petrol' }),
  ]);
});

test('a scenario that cannot be calculated shows why', async () => {
  const refused = { non_field_errors: ['There are no rules.'], code: 'rule_set_not_found' };
  await openComparison({
    results: [
      { label: 'Germany', calculation: buildCalculation(), error: null },
      { label: 'Ukraine', calculation: null, error: refused },
      { label: 'Poland', calculation: null, error: { vin: ['This field is required.'] } },
    ],
    cheapest: null,
  });
  await fillIn();
  await shown('Ukraine: There are no rules.');
  await shown('Poland: VIN: This field is required.');
  await expect.element(table.getByRole('columnheader', { name: /^Germany/ })).toBeVisible();
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
    [rulesPath]: ok(pageOfRows([buildRuleSet()])),
    [demoPath]: ok(buildCalculation({ id: null })),
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
