import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import {
  buildCalculation,
  buildMinimum,
  buildRuleSet,
  goodsRules,
} from '#test/fixtures/customs.ts';
import GoodsScreen from './GoodsScreen.tsx';
import VehicleScreen from './VehicleScreen.tsx';

const rulesPath = 'GET /apix/data_customs/rule-sets/';
const vehicles = '/apix/data_customs/vehicle-calculation/';
const goods = '/apix/data_customs/custom-calculation/';
const preview = `POST ${vehicles}calculate/`;
const ok = (body: unknown) => ({ status: 200, body });
const shown = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const total = () => page.getByRole('region', { name: 'What it costs' });
const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name });
const box = (name: string) => page.getByRole('textbox', { name, exact: true });

const openVehicle = (query = '') =>
  renderScreen(`/dashboard/customs/vehicle${query}`, [
    { path: '/dashboard/customs/vehicle', element: VehicleScreen },
  ]);

async function stateYaris() {
  await userEvent.selectOptions(choice('Destination'), 'UA');
  await userEvent.fill(box('Price'), '10,000');
  await userEvent.selectOptions(choice('Powertrain'), 'petrol');
  await userEvent.fill(box('Produced'), '05/2020');
}

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('a vehicle’s total appears while typing, from the latest response', async () => {
  const api = stubApi({
    [rulesPath]: ok(pageOfRows([buildRuleSet()])),
    [preview]: ({ body }) =>
      ok(
        (body as { engine_capacity_cc?: string }).engine_capacity_cc
          ? buildCalculation()
          : buildMinimum(),
      ),
  });
  await openVehicle();
  await expect.element(total().getByRole('link', { name: 'Destination' })).toBeVisible();
  await stateYaris();
  await expect.element(total().getByText('A minimum, not the total')).toBeVisible();
  await shown('Part of this is unknown, and counted as nothing here');
  await shown('Needed for the full total.');
  await userEvent.fill(box('Engine capacity'), '1998');
  await expect.element(total().getByText('€3,919.28')).toBeVisible();
  await expect.element(page.getByText('A minimum, not the total')).not.toBeInTheDocument();
  const last = api.callsTo(preview).at(-1);
  expect(last?.path).toContain('preview=true');
  expect(last?.body).toMatchObject({
    destination_country: 'UA',
    price: { amount: '10000', currency: 'EUR' },
    production_date: '2020-05',
    engine_capacity_cc: '1998',
  });
});

test('an error is shown at its field, and the previous total stays', async () => {
  const api = stubApi({
    [rulesPath]: ok(pageOfRows([buildRuleSet()])),
    [preview]: ok(buildCalculation()),
  });
  await openVehicle();
  await stateYaris();
  await expect.element(total().getByText('€3,919.28')).toBeVisible();
  api.answers[preview] = { status: 400, body: { engine_capacity_cc: ['Too large.'] } };
  await userEvent.fill(box('Engine capacity'), '999999');
  await expect.element(box('Engine capacity')).toHaveAttribute('aria-invalid');
  await expect.element(total().getByText('€3,919.28')).toBeVisible();
});

test('each line explains its formula, source, date and confidence', async () => {
  stubApi({ [rulesPath]: ok(pageOfRows([buildRuleSet()])), [preview]: ok(buildCalculation()) });
  await openVehicle();
  await stateYaris();
  const lines = page.getByRole('region', { name: 'Line by line' });
  await userEvent.click(lines.getByText('Why this line: Excise by engine and age'));
  await expect.element(lines.getByText('1,998 cm³ ÷ 1,000 × 6 years × 50 EUR')).toBeVisible();
  await expect
    .element(lines.getByRole('link', { name: 'Customs Tariff of Ukraine' }))
    .toBeVisible();
  await expect.element(lines.getByText(/^High:/).nth(1)).toBeVisible();
});

test('a saved calculation opens, and the next one starts with its destination', async () => {
  const api = stubApi({
    [rulesPath]: ok(pageOfRows([buildRuleSet()])),
    [preview]: ok(buildCalculation()),
    [`POST ${vehicles}`]: { status: 201, body: buildCalculation() },
  });
  const { router } = await openVehicle();
  await stateYaris();
  await expect
    .poll(() => localStorage.getItem('customs_draft_vehicle_ada@example.com'))
    .toContain('10,000');
  await userEvent.fill(box('Title'), 'Yaris');
  await expect
    .poll(() => localStorage.getItem('customs_draft_vehicle_ada@example.com'))
    .toContain('Yaris');
  api.answers[`POST ${vehicles}`] = { status: 400, body: { title: ['Not this one.'] } };
  await userEvent.click(button('Save calculation'));
  await shown('Not this one.');
  await userEvent.fill(box('Title'), 'Yari');
  await expect.element(page.getByText('Not this one.')).not.toBeInTheDocument();
  await userEvent.fill(box('Title'), 'Yaris');
  api.answers[`POST ${vehicles}`] = { status: 201, body: buildCalculation() };
  await userEvent.click(button('Save calculation'));
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/customs/vehicle/7');
  const saved = api.callsTo(`POST ${vehicles}`).at(-1);
  expect(saved?.body).toMatchObject({ title: 'Yaris', powertrain: 'petrol' });
  expect(saved?.headers.get('idempotency-key')).toBeTruthy();
  const next = JSON.parse(localStorage.getItem('customs_draft_vehicle_ada@example.com')!);
  expect(next).toMatchObject({ country: 'UA', values: { price_currency: 'EUR' }, title: '' });
  expect(Object.keys(next.values)).toEqual(['price_currency']);
});

test('a duplicate starts with the facts of its original', async () => {
  stubApi({
    [rulesPath]: ok(pageOfRows([buildRuleSet()])),
    [`GET ${vehicles}7/`]: ok(buildCalculation()),
    [preview]: ok(buildCalculation()),
  });
  const { router } = await openVehicle('?from=7');
  await expect.element(box('Engine capacity')).toHaveValue('1998');
  await expect.element(total().getByText('€3,919.28')).toBeVisible();
  // Nothing was changed, so nothing is asked.
  await router.navigate('/dashboard/keys');
  await shown('Elsewhere');
});

test('leaving a changed duplicate asks first', async () => {
  stubApi({
    [rulesPath]: ok(pageOfRows([buildRuleSet()])),
    [`GET ${vehicles}7/`]: ok(buildCalculation()),
    [preview]: ok(buildCalculation()),
    [`POST ${vehicles}`]: { status: 201, body: buildCalculation({ id: 8 }) },
  });
  const { router } = await openVehicle('?from=7');
  await userEvent.fill(box('Engine capacity'), '2998');
  // Its result moves what is below it, also the dialog while that is clicked.
  await expect.element(total().getByText('€3,919.28')).toBeVisible();
  void router.navigate('/dashboard/keys');
  await shown(/this duplicate is not saved yet/);
  await userEvent.click(button('Stay'));
  await expect.element(box('Engine capacity')).toHaveValue('2998');
  await userEvent.click(button('Save calculation'));
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/customs/vehicle/8');
});

test('the age can be stated instead of the date', async () => {
  const api = stubApi({
    [rulesPath]: ok(pageOfRows([buildRuleSet()])),
    [preview]: ok(buildCalculation()),
  });
  await openVehicle();
  await stateYaris();
  await userEvent.click(page.getByRole('button', { name: 'State the age instead' }));
  await userEvent.fill(box('Age'), '6');
  await expect.poll(() => api.callsTo(preview).at(-1)?.body).toMatchObject({ age_years: '6' });
});

test('loading the rules can be retried', async () => {
  const api = stubApi({ [rulesPath]: { status: 400, body: { detail: 'Not now.' } } });
  await openVehicle();
  await shown('Not now.');
  api.answers[rulesPath] = ok(pageOfRows([buildRuleSet()]));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(choice('Destination')).toBeVisible();
});

test('goods: codes are searched, lines added, and errors shown at their line', async () => {
  const refusal = { items: [{}, { hs_code: ['No such code.'] }] };
  const api = stubApi({
    [rulesPath]: ok(pageOfRows([goodsRules()])),
    'GET /apix/data_customs/hs-codes/': ok({
      ...pageOfRows([
        {
          ...{ code: '61091000', description: 'T-shirts, cotton', duty: '12 %', is_saved: false },
          ...{ path: [], is_declarable: true },
        },
      ]),
      loaded: { codes: 103, title: 'starter set', is_starter: true, is_of_destination: false },
    }),
    [`POST ${goods}calculate/`]: { status: 400, body: refusal },
  });
  await renderScreen('/dashboard/customs/goods', [
    { path: '/dashboard/customs/goods', element: GoodsScreen },
  ]);
  await userEvent.selectOptions(choice('Destination'), 'DE');
  await userEvent.click(page.getByRole('button', { name: 'Find' }));
  await userEvent.fill(page.getByLabelText('Goods or code'), 'shirt');
  await userEvent.click(page.getByRole('button', { name: /T-shirts, cotton/ }));
  await expect.element(box('Tariff code')).toHaveValue('61091000');
  await expect.element(box('Description')).toHaveValue('T-shirts, cotton');
  await userEvent.fill(box('Price of one unit'), '10');
  await userEvent.click(page.getByRole('button', { name: 'Add a line' }));
  const second = page.getByRole('group', { name: 'Line 2' });
  await userEvent.fill(second.getByRole('textbox', { name: 'Description' }), 'Wine');
  await userEvent.fill(second.getByRole('textbox', { name: 'Tariff code' }), '2204');
  await userEvent.click(second.getByRole('button', { name: /State the value/ }));
  await userEvent.fill(second.getByRole('textbox', { name: 'Value of the line' }), '90');
  await userEvent.click(second.getByText('Weight and other details'));
  await userEvent.fill(second.getByRole('textbox', { name: 'Alcohol' }), '12');
  await userEvent.click(second.getByText('Your own rates'));
  await userEvent.fill(second.getByRole('textbox', { name: 'Your duty rate' }), '5');
  await expect.element(second.getByText('No such code.')).toBeVisible();
  // What was typed last is asked about after a pause.
  const lastBody = () => api.callsTo(`POST ${goods}calculate/`).at(-1)?.body;
  await expect.poll(lastBody).toMatchObject({
    currency: 'EUR',
    items: [
      { hs_code: '61091000', unit_price: '10' },
      { hs_code: '2204', value: '90', alcohol_percent: '12', duty_rate_percent: '5' },
    ],
  });
  await userEvent.click(page.getByRole('button', { name: 'Remove line 1' }));
  await expect.element(box('Description')).toHaveValue('Wine');
});
