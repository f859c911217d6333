import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import type { EmbedKeyWire } from '../../wire/embed/embed.ts';
import EmbedScreen from './EmbedScreen.tsx';

const listPath = 'GET /apix/data_customs/embed-keys/';
const createPath = 'POST /apix/data_customs/embed-keys/';
const rulesPath = 'GET /apix/data_customs/rule-sets/';
const formPath = 'GET /apix/data_customs/embed/form/';
const id = '01a1fd8c-6900-7802-93c3-46a4d8472240';
const createKey = (changes: Partial<EmbedKeyWire> = {}): EmbedKeyWire => ({
  id,
  name: 'Shop',
  public_key: 'pk_AbC123',
  origins: ['https://shop.example'],
  daily_quota: 100,
  calculations_today: 12,
  is_revoked: false,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  revoked_at: null,
  ...changes,
});
const ok = (body: unknown, status = 200) => ({ status, body });
const preview = {
  [rulesPath]: ok(pageOfRows([])),
  [formPath]: ok({ countries: [{ code: 'DE', name: 'Germany' }], rule_sets: [] }),
};
const open = () =>
  renderScreen('/dashboard/customs/embed', [
    { path: '/dashboard/customs/embed', element: EmbedScreen },
  ]);
const press = (name: string) =>
  userEvent.click(page.getByRole('button', { name, exact: true }).first());
const choose = async (action: string) => {
  await press('Actions for Shop');
  await userEvent.click(page.getByRole('menuitem', { name: action }));
};

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('lists calculators with their sites and use of the day', async () => {
  const used = createKey({ id: 'other', name: 'Blog', calculations_today: 100, is_revoked: false });
  stubApi({ [listPath]: ok(pageOfRows([createKey(), used])) });
  await open();
  await expect.element(page.getByText('12 of 100').first()).toBeVisible();
  await expect.element(page.getByText('Used up').first()).toBeVisible();
  await expect.element(page.getByText('https://shop.example').first()).toBeVisible();
});

test('creates one, with errors at their fields, and shows its HTML and itself', async () => {
  const api = stubApi({
    ...preview,
    [listPath]: ok(pageOfRows([])),
    [createPath]: ok(createKey(), 201),
  });
  await open();
  await expect.element(page.getByText('No calculator yet')).toBeVisible();
  await press('Create calculator');
  const form = page.getByRole('dialog', { name: 'Create a calculator' });
  await userEvent.fill(form.getByRole('textbox', { name: 'Sites' }), 'shop.example');
  await userEvent.click(form.getByRole('button', { name: 'Create calculator' }));
  await expect.element(form.getByText('Give the calculator a name.')).toBeVisible();
  await expect.element(form.getByText(/^Enter each site with its protocol/)).toBeVisible();
  await userEvent.fill(form.getByRole('textbox', { name: 'Name' }), 'Shop');
  await userEvent.fill(form.getByRole('textbox', { name: 'Sites' }), 'https://shop.example');
  await userEvent.click(form.getByRole('button', { name: 'Create calculator' }));
  const code = page.getByRole('dialog', { name: 'HTML for Shop' });
  await expect.element(code.getByText(/<duty-calculator key="pk_AbC123"/)).toBeVisible();
  await expect.element(code.getByRole('combobox', { name: 'Destination' }).last()).toBeVisible();
  // It loads when the reader comes near.
  code.getByRole('region', { name: 'Preview' }).element().scrollIntoView();
  await expect
    .element(code.getByRole('heading', { name: 'Import duties and taxes' }))
    .toBeVisible();
  await userEvent.selectOptions(code.getByLabelText('What visitors import'), 'Goods');
  await expect.element(code.getByText(/kind="goods"/)).toBeVisible();
  await expect.poll(() => api.callsTo(formPath).at(-1)?.path).toContain('kind=goods');
  expect(api.callsTo(createPath)[0]?.body).toEqual({
    ...{ name: 'Shop', origins: ['https://shop.example'], daily_quota: 100 },
  });
});

test('revokes one after a question', async () => {
  const revokePath = `POST /apix/data_customs/embed-keys/${id}/revoke/`;
  const api = stubApi({
    [listPath]: ok(pageOfRows([createKey()])),
    [revokePath]: ok(createKey({ is_revoked: true })),
  });
  await open();
  await choose('Revoke');
  await press('Revoke calculator');
  await expect.poll(() => api.callsTo(revokePath).length).toBe(1);
});

test('offers another try after a failed load', async () => {
  const api = stubApi({ [listPath]: { status: 400, body: { detail: 'Not now.' } } });
  await open();
  await expect.element(page.getByText('Not now.')).toBeVisible();
  api.answers[listPath] = ok(pageOfRows([createKey()]));
  await press('Try again');
  await expect.element(page.getByText('pk_AbC123').first()).toBeVisible();
});
