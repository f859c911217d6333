// The search for tariff codes in the calculator for goods on other sites.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { resetBrowser, stubApi } from '#test/browser/screens.tsx';
import { goodsRules } from '#test/fixtures/customs.ts';
import './duty-calculator.ts';

const formPath = 'GET /apix/data_customs/embed/form/';
const codesPath = 'GET /apix/data_customs/embed/codes/';
const calculationPath = 'GET /apix/data_customs/embed/calculation/';
const ok = (body: unknown) => ({ status: 200, body });
const readCode = (code: string, description: string, changes: object = {}) => ({
  ...{ code, description, path: ['Clothing, knitted'], is_declarable: true, duty: '12 %' },
  ...changes,
});
const found = {
  results: [
    readCode('610910', 'T-shirts of cotton'),
    readCode('6110', 'Jerseys', { is_declarable: false }),
    readCode('611020', 'Jerseys of cotton', { duty: null }),
  ],
  count: 40,
};
const form = { countries: [{ code: 'DE', name: 'Germany' }], rule_sets: [goodsRules()] };
const refused = (fields: object) => ({ status: 400, body: { items: [fields] } });

const show = () => {
  const calculator = document.createElement('duty-calculator');
  for (const [name, value] of [
    ['key', 'pk_1'],
    ['country', 'DE'],
    ['kind', 'goods'],
  ] as const)
    calculator.setAttribute(name, value);
  document.body.append(calculator);
};
const goods = page.getByRole('combobox', { name: 'Goods' });
const option = (name: RegExp) => page.getByRole('option', { name });
const calculate = () => userEvent.click(page.getByRole('button', { name: 'Calculate' }));
const readQuery = (path = '') => new URL(path, location.origin).searchParams;

beforeEach(resetBrowser);
afterEach(() => {
  for (const one of document.querySelectorAll('duty-calculator')) one.remove();
  resetBrowser();
});

test('a code chosen by keyboard is calculated with what was typed about it', async () => {
  const api = stubApi({
    [formPath]: ok(form),
    [codesPath]: ok(found),
    [calculationPath]: refused({ value: ['A valid number is required.'] }),
  });
  show();
  await userEvent.fill(goods, 'cotton');
  await expect.element(page.getByText('40 codes, the best 3 are shown')).toBeVisible();
  await userEvent.keyboard('{ArrowUp}{ArrowDown}');
  await expect.element(option(/610910/)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(goods).toHaveValue('610910 T-shirts of cotton');
  await expect.element(page.getByText('Duty 12 %')).toBeVisible();
  expect(page.getByRole('listbox').query()).toBeNull();
  await userEvent.fill(page.getByLabelText('Value', { exact: true }), '1,000');
  await calculate();
  // The server's errors of the line are at its fields.
  await expect.element(page.getByText('A valid number is required.')).toBeVisible();
  const [search] = api.callsTo(codesPath);
  expect(Object.fromEntries(readQuery(search?.path))).toEqual({
    ...{ key: 'pk_1', country: 'DE', search: 'cotton' },
  });
  const query = readQuery(api.callsTo(calculationPath)[0]?.path);
  expect(query.get('kind')).toBe('goods');
  expect(JSON.parse(query.get('facts') ?? '')).toEqual({
    destination_country: 'DE',
    currency: 'EUR',
    items: [
      {
        ...{ hs_code: '610910', description: 'Clothing, knitted › T-shirts of cotton' },
        ...{ quantity: '1', value: '1000' },
      },
    ],
  });
});

test('a code with subdivisions shows them, and Escape closes the list', async () => {
  const api = stubApi({ [formPath]: ok(form), [codesPath]: ok(found) });
  show();
  await userEvent.fill(goods, 'jersey');
  await userEvent.click(option(/^6110 .* Show subdivisions$/));
  await expect.element(goods).toHaveValue('6110');
  await expect.poll(() => api.callsTo(codesPath).length).toBe(2);
  expect(readQuery(api.callsTo(codesPath)[1]?.path).get('search')).toBe('6110');
  await expect.element(option(/Duty not known/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(page.getByRole('listbox').query()).toBeNull();
});

test('words without a code are not enough, and digits need no list', async () => {
  const api = stubApi({
    [formPath]: ok(form),
    [codesPath]: ok({ results: [], count: 0 }),
    [calculationPath]: refused({ hs_code: ['Enter 4 to 10 digits of the tariff code.'] }),
  });
  show();
  await expect.element(goods).toBeVisible();
  await calculate();
  await expect.element(page.getByText('Still needed: Goods, Value.')).toBeVisible();
  await userEvent.fill(goods, 'shirt');
  await expect.element(page.getByText(/^No code matches\. Try another word/)).toBeVisible();
  await calculate();
  await expect.element(page.getByText(/^Choose a code from the list/)).toBeVisible();
  await userEvent.fill(goods, '6109 10');
  await userEvent.fill(page.getByLabelText('Value', { exact: true }), '5');
  await calculate();
  await expect.element(page.getByText(/^Enter 4 to 10 digits/)).toBeVisible();
  const facts = readQuery(api.callsTo(calculationPath)[0]?.path).get('facts') ?? '';
  expect(JSON.parse(facts).items[0]).toMatchObject({ hs_code: '610910', description: 'Goods' });
});

test('a search that fails says that the code can be typed', async () => {
  stubApi({ [formPath]: ok(form), [codesPath]: { status: 503, body: { code: 'busy' } } });
  show();
  await userEvent.fill(goods, 'shirt');
  await expect.element(page.getByText(/^The search is not available/)).toBeVisible();
});
