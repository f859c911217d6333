// The calculator as pages of other sites have it, with answers of the server that tests write.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { resetBrowser, stubApi } from '#test/browser/screens.tsx';
import './duty-calculator.ts';

const formPath = 'GET /apix/data_customs/embed/form/';
const calculationPath = 'GET /apix/data_customs/embed/calculation/';
const ok = (body: unknown) => ({ status: 200, body });
const createFact = (name: string, type: string, changes: object = {}) => ({
  ...{ name, type, of: ['vehicle'], unit: null, required: true, default: null },
  ...{ choices: [], label: name, help: null, when: null },
  ...changes,
});
const ruleSet = {
  ...{ id: 'ua.vehicle', kind: 'vehicle', jurisdiction: 'UA', countries: ['UA'], regime: 'any' },
  ...{ title: 'Vehicle import into Ukraine', version: 1, effective_from: '2026-01-01' },
  ...{ effective_to: null, currency: 'EUR', basis: 'cif', review_by: '2027-01-01' },
  ...{ is_overdue: false, to_be_verified: false, confidence: 'high' },
  facts: [
    createFact('price', 'money', { label: 'Price' }),
    createFact('powertrain', 'choice', {
      label: 'Powertrain',
      choices: [
        { value: 'petrol', label: 'Petrol' },
        { value: 'electric', label: 'Electric' },
      ],
    }),
    createFact('battery_kwh', 'decimal', {
      ...{ label: 'Battery', unit: 'kWh' },
      when: { fact: 'powertrain', op: 'eq', value: 'electric' },
    }),
  ],
};
const form = {
  countries: [
    { code: 'DE', name: 'Germany' },
    { code: 'UA', name: 'Ukraine' },
  ],
  rule_sets: [ruleSet],
};
const line = {
  ...{ code: 'DUTY', label: 'Customs duty', category: 'duty', status: 'known', base: null },
  ...{ rate: null, rate_text: '10 %', amount: '1000.00', at_least: false, is_optional: false },
  ...{ currency: 'EUR', formula: '', text: null, missing: [], confidence: 'high' },
  sources: [{ title: 'Customs Code', url: 'https://customs.example/code' }],
};
const result = {
  ...{ status: 'partial', currency: 'EUR', customs_value: '10000.00', landed_cost: '11000.00' },
  ...{ total_payments: '1000.00', total_is_minimum: true, rates_status: null, warnings: [] },
  rule_set: { title: 'Vehicle import into Ukraine', to_be_verified: false },
  breakdown: [
    line,
    { ...line, code: 'VAT', label: 'VAT', status: 'unknown', rate_text: null, amount: null },
  ],
  ...{ missing: [], calculation_date: '2026-11-21' },
  full_result_url: 'https://weftline.example/customs#facts=%7B%7D',
};

function show(attributes: Readonly<Record<string, string>>): HTMLElement {
  const calculator = document.createElement('duty-calculator');
  for (const [name, value] of Object.entries(attributes)) calculator.setAttribute(name, value);
  document.body.append(calculator);
  return calculator;
}
const press = (name: string) => userEvent.click(page.getByRole('button', { name }));
const readQuery = (path = '') => new URL(path, location.origin).searchParams;
const readFacts = ([call]: readonly { path: string }[]): unknown =>
  JSON.parse(readQuery(call?.path).get('facts') ?? '');
const findText = (words: string | RegExp) => expect.element(page.getByText(words)).toBeVisible();

beforeEach(resetBrowser);
afterEach(() => {
  for (const one of document.querySelectorAll('duty-calculator')) one.remove();
  resetBrowser();
});

test('asks what the rules ask, and says what is still needed', async () => {
  stubApi({ [formPath]: ok(form) });
  const calculator = show({ key: 'pk_1', country: 'ua' });
  await press('Calculate');
  await findText('Still needed: Price, Powertrain.');
  expect(calculator.shadowRoot?.activeElement?.id).toBe('price');
  await expect.element(page.getByLabelText('Powertrain')).toHaveAttribute('aria-invalid');
  expect(page.getByLabelText('Battery, kWh').query()).toBeNull();
  await userEvent.selectOptions(page.getByLabelText('Powertrain'), 'Electric');
  await expect.element(page.getByLabelText('Battery, kWh')).toBeVisible();
});

test('shows the total as a minimum, every line, the sources and the full result', async () => {
  const api = stubApi({ [formPath]: ok(form), [calculationPath]: ok(result) });
  const calculator = show({ key: 'pk_1', country: 'UA' });
  const heard: unknown[] = [];
  calculator.addEventListener('duty-result', (event) => heard.push((event as CustomEvent).detail));
  await userEvent.fill(page.getByLabelText('Price', { exact: true }), '10,000');
  await userEvent.selectOptions(page.getByLabelText('Powertrain'), 'Petrol');
  await press('Calculate');
  await findText('Duties and taxes, a minimum');
  await expect.element(page.getByText(/^at least €1,000\.00$/)).toBeVisible();
  await findText('Unknown');
  await userEvent.click(page.getByText('Sources (1)'));
  await expect
    .element(page.getByRole('link', { name: 'Customs Code' }))
    .toHaveAttribute('href', 'https://customs.example/code');
  await expect
    .element(page.getByRole('link', { name: /^The full result at/ }))
    .toHaveAttribute('href', result.full_result_url);
  expect(heard).toEqual([{ total: '1000.00', currency: 'EUR', is_minimum: true }]);
  expect(readFacts(api.callsTo(calculationPath))).toEqual({
    destination_country: 'UA',
    price: { amount: '10000', currency: 'EUR' },
    powertrain: 'petrol',
  });
});

test('lets visitors choose the country when the page names none', async () => {
  const api = stubApi({ [formPath]: ok({ ...form, rule_sets: [] }) });
  show({ 'public-key': 'pk_1' });
  await expect.element(page.getByLabelText('Destination')).toBeVisible();
  api.answers[formPath] = ok(form);
  await userEvent.selectOptions(page.getByLabelText('Destination'), 'Ukraine');
  await expect.element(page.getByLabelText('Price', { exact: true })).toBeVisible();
});

test('another country keeps what is stated, with its currency', async () => {
  const german = { ...ruleSet, jurisdiction: 'DE', countries: ['DE'], currency: 'CZK' };
  const api = stubApi({ [formPath]: ok(form) });
  show({ key: 'pk_1' });
  const destination = page.getByLabelText('Destination');
  await userEvent.selectOptions(destination, 'Ukraine');
  await userEvent.fill(page.getByLabelText('Price', { exact: true }), '10000');
  await userEvent.selectOptions(page.getByLabelText('Currency: Price'), 'USD');
  api.answers[formPath] = ok({ ...form, rule_sets: [german] });
  await userEvent.selectOptions(destination, 'Germany');
  await expect.element(page.getByText('CZK')).toBeInTheDocument();
  await expect.element(page.getByLabelText('Currency: Price')).toHaveValue('USD');
  await expect.element(page.getByLabelText('Price', { exact: true })).toHaveValue('10000');
});

test.each([
  ['embed_origin_refused', 403, 'This calculator is not allowed on this site.'],
  ['embed_key_invalid', 403, 'This calculator is switched off: its key is not valid.'],
])('says %s in plain words, and tries again', async (code, status, words) => {
  const api = stubApi({ [formPath]: { status, body: { code, detail: 'x' } } });
  show({ key: 'pk_1', country: 'UA' });
  await findText(words);
  api.answers[formPath] = ok(form);
  await press('Try again');
  await expect.element(page.getByLabelText('Price', { exact: true })).toBeVisible();
});

test('shows errors of the server at their fields', async () => {
  const body = { price: { amount: ['A valid number is required.'] } };
  stubApi({ [formPath]: ok(form), [calculationPath]: { status: 400, body } });
  show({ key: 'pk_1', country: 'UA' });
  await userEvent.fill(page.getByLabelText('Price', { exact: true }), '10');
  await userEvent.selectOptions(page.getByLabelText('Powertrain'), 'Petrol');
  await press('Calculate');
  await findText('A valid number is required.');
});

test('sends an amount with the currency that stood beside it', async () => {
  const facts = [...ruleSet.facts, createFact('freight', 'money', { label: 'Freight' })];
  const api = stubApi({
    [formPath]: ok({ ...form, rule_sets: [{ ...ruleSet, facts }] }),
    [calculationPath]: ok(result),
  });
  show({ key: 'pk_1', country: 'UA' });
  await userEvent.fill(page.getByLabelText('Price', { exact: true }), '10000');
  await userEvent.fill(page.getByLabelText('Freight', { exact: true }), '500');
  await userEvent.selectOptions(page.getByLabelText('Currency: Price'), 'USD');
  await userEvent.selectOptions(page.getByLabelText('Powertrain'), 'Petrol');
  await press('Calculate');
  await findText('Duties and taxes, a minimum');
  expect(readFacts(api.callsTo(calculationPath))).toMatchObject({
    price: { amount: '10000', currency: 'USD' },
    freight: { amount: '500', currency: 'EUR' },
  });
});

test.each([
  [{ country: 'UA' }, 'This calculator has no key.'],
  [{ key: 'pk_1', kind: 'boat' }, 'There is no calculator of the kind “boat”.'],
])('with the attributes %j says %s', async (attributes, words) => {
  show(attributes as Record<string, string>);
  await findText(words);
});
