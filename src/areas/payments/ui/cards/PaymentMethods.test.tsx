import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import type { CardSetupWire, CardWire } from '../../wire/cards.ts';
import type { PaymentSettingsWire } from '../../wire/settings.ts';
import PaymentMethods from './PaymentMethods.tsx';

const base = '/apix/payments/cards/';
const settingsPath = '/apix/payments/settings/';
const setups = '/apix/payments/card-setups/';
const path = '/dashboard/wallet/payment-methods';
const first = '0190d2f1-0000-7000-8000-000000000001';
const second = '0190d2f1-0000-7000-8000-000000000002';
const card = (values: Partial<CardWire> = {}): CardWire => ({
  uuid: first,
  brand: 'visa',
  last4: '4242',
  exp_month: 4,
  exp_year: 2029,
  is_expired: false,
  is_default: true,
  is_test: false,
  is_usable: true,
  created_at: '2026-11-20T10:00:00.000Z',
  ...values,
});
const other = card({
  uuid: second,
  brand: 'mastercard',
  last4: '4444',
  exp_year: 2025,
  is_expired: true,
  is_default: false,
});
const setup = (values: Partial<CardSetupWire> = {}): CardSetupWire => ({
  uuid: first,
  status: 'open',
  // Stays in the document.
  url: '#provider',
  card: null,
  was_saved_before: false,
  expires_at: '2026-11-20T11:00:00.000Z',
  created_at: '2026-11-20T10:00:00.000Z',
  ...values,
});
const settings = (values: Partial<PaymentSettingsWire> = {}): PaymentSettingsWire => ({
  charge_first: 'balance',
  mails_receipts: true,
  top_up_is_on: false,
  top_up_currency: 'USD',
  top_up_threshold: null,
  top_up_amount: null,
  top_up_ceiling: null,
  top_up_charged: '0.00',
  top_up_paused_at: null,
  top_up_decline_code: null,
  ...values,
});
const ok = (body: unknown) => ({ status: 200, body });
const createList = (...results: CardWire[]) => ok({ count: results.length, results });
const stub = (...cards: CardWire[]) =>
  stubApi({
    [`GET ${base}`]: createList(...cards),
    [`GET ${settingsPath}`]: ok(settings()),
    'GET /apix/events/': { status: 403, body: { detail: 'No.' } },
    [`POST ${setups}`]: { status: 201, body: setup() },
  });
const open = (query = '') => renderScreen(`${path}${query}`, [{ path, element: PaymentMethods }]);
const expectVisible = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const choose = async (name: string, item: string) => {
  await userEvent.click(page.getByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(page.getByRole('menuitem', { name: item }));
};

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(() => {
  history.replaceState(null, '', location.pathname + location.search);
});

test('says what is kept while there is no card, and leads to the provider', async () => {
  const api = stub();
  await open();
  await expectVisible('No card saved');
  await expect.element(page.getByText('Automatic top-up')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Add card' }));
  await expect.poll(() => location.hash).toBe('#provider');
  expect(api.callsTo(`POST ${setups}`)[0]?.body).toEqual({ replaces: null });
});

test('lists cards by network, last digits and expiry', async () => {
  stub(card(), other);
  await open();
  await expectVisible('Visa ending in 4242');
  await expectVisible('Expires 04/29');
  await expectVisible('Mastercard ending in 4444');
  await expectVisible('Expired 04/25');
  await expect.element(page.getByText('Default', { exact: true })).toBeVisible();
});

test('makes another card the default', async () => {
  const api = stub(card(), other);
  api.answers[`POST ${base}${second}/default/`] = () => {
    api.answers[`GET ${base}`] = createList(card({ is_default: false }), {
      ...other,
      is_default: true,
    });
    return ok({ ...other, is_default: true });
  };
  await open();
  await choose('Mastercard ending in 4444', 'Make default');
  await expectVisible('Mastercard ending in 4444 is charged from now on');
  await userEvent.click(page.getByRole('button', { name: 'Actions for Visa ending in 4242' }));
  await expect.element(page.getByRole('menuitem', { name: 'Make default' })).toBeVisible();
});

test('replaces a card on the page of the provider', async () => {
  const api = stub(card());
  await open();
  await choose('Visa ending in 4242', 'Replace');
  await expect.poll(() => location.hash).toBe('#provider');
  expect(api.callsTo(`POST ${setups}`)[0]?.body).toEqual({ replaces: first });
});

test('adds a card again that is no longer usable, and keeps its entry', async () => {
  const api = stub(card({ is_usable: false }), other);
  await open();
  await expectVisible('No longer usable, add it again');
  await choose('Visa ending in 4242', 'Add again');
  await expect.poll(() => location.hash).toBe('#provider');
  expect(api.callsTo(`POST ${setups}`)[0]?.body).toEqual({ replaces: null });
});

test('removes a card after asking, and says why it can not', async () => {
  const api = stub(card());
  api.answers[`DELETE ${base}${first}/`] = { status: 503, body: { detail: 'Try again.' } };
  await open();
  await choose('Visa ending in 4242', 'Remove');
  await userEvent.click(page.getByRole('button', { name: 'Remove card' }));
  await expectVisible('Try again.');
  api.answers[`DELETE ${base}${first}/`] = () => {
    api.answers[`GET ${base}`] = createList();
    return { status: 204 };
  };
  await userEvent.click(page.getByRole('button', { name: 'Remove card' }));
  await expectVisible('No card saved');
});

test.each([
  ['open', {}, 'Waiting for the payment provider'],
  ['completed', {}, 'Your card is saved'],
  ['completed', { was_saved_before: true }, 'You had saved this card already'],
  ['expired', {}, 'No card was saved'],
] as const)('says that a setup is %s, %j', async (status, more, words) => {
  const api = stub(card());
  api.answers[`GET ${setups}${first}/`] = ok(setup({ status, ...more }));
  await open(`?setup=${first}`);
  await expectVisible(words);
});

test('chooses what is charged first', async () => {
  const api = stub(card());
  api.answers[`PATCH ${settingsPath}`] = () => {
    api.answers[`GET ${settingsPath}`] = ok(settings({ charge_first: 'card' }));
    return ok(settings({ charge_first: 'card' }));
  };
  await open();
  await expect.element(page.getByRole('radio', { name: /^Your balance/ })).toBeChecked();
  await userEvent.click(page.getByRole('radio', { name: /^The default card/ }));
  await expectVisible('Saved');
  await expect.element(page.getByRole('radio', { name: /^The default card/ })).toBeChecked();
  expect(api.callsTo(`PATCH ${settingsPath}`)[0]?.body).toEqual({ charge_first: 'card' });
});

test('switches receipts off, and back when that fails', async () => {
  const api = stub(card());
  api.answers[`PATCH ${settingsPath}`] = { status: 503, body: { detail: 'Try again.' } };
  await open();
  const box = page.getByRole('checkbox', { name: 'Mail me receipts' });
  await userEvent.click(box);
  await expectVisible('Try again.');
  await expect.element(box).toBeChecked();
  api.answers[`PATCH ${settingsPath}`] = ok(settings({ mails_receipts: false }));
  await userEvent.click(box);
  await expectVisible('Saved');
  await expect.element(box).not.toBeChecked();
  expect(api.callsTo(`PATCH ${settingsPath}`).at(-1)?.body).toEqual({ mails_receipts: false });
});

test('turns automatic top-up on with a threshold, an amount and a ceiling', async () => {
  const api = stub(card());
  const on = settings({
    top_up_is_on: true,
    top_up_threshold: '20.00',
    top_up_amount: '50.00',
    top_up_ceiling: '200.00',
  });
  api.answers[`PATCH ${settingsPath}`] = () => {
    api.answers[`GET ${settingsPath}`] = ok(on);
    return ok(on);
  };
  await open();
  const save = page.getByRole('button', { name: 'Save' });
  await expect.element(page.getByLabelText('Charge', { exact: true })).toBeDisabled();
  await userEvent.click(page.getByRole('checkbox', { name: 'Top up automatically' }));
  await userEvent.fill(page.getByLabelText('When the balance is below'), '20.00');
  await userEvent.fill(page.getByLabelText('Charge', { exact: true }), '0');
  await userEvent.fill(page.getByLabelText('At most in a month'), '200.00');
  await userEvent.click(save);
  await expectVisible('Enter an amount above zero, such as 50.00.');
  expect(api.callsTo(`PATCH ${settingsPath}`)).toEqual([]);
  await userEvent.fill(page.getByLabelText('Charge', { exact: true }), '50.00');
  await userEvent.click(save);
  await expectVisible('Automatic top-up is on');
  expect(api.callsTo(`PATCH ${settingsPath}`)[0]?.body).toEqual({
    top_up_is_on: true,
    top_up_threshold: '20.00',
    top_up_amount: '50.00',
    top_up_ceiling: '200.00',
  });
});

test('shows the refusal of an amount at its field', async () => {
  const api = stub(card());
  api.answers[`PATCH ${settingsPath}`] = {
    status: 400,
    body: { top_up_ceiling: ['Not this much.'] },
  };
  await open();
  await userEvent.click(page.getByRole('checkbox', { name: 'Top up automatically' }));
  for (const name of ['When the balance is below', 'Charge', 'At most in a month'])
    await userEvent.fill(page.getByLabelText(name, { exact: true }), '50.00');
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await expectVisible('Not this much.');
});

test('asks for a ceiling of one top-up at least', async () => {
  const api = stub(card());
  await open();
  await userEvent.click(page.getByRole('checkbox', { name: 'Top up automatically' }));
  for (const name of ['When the balance is below', 'Charge', 'At most in a month'])
    await userEvent.fill(
      page.getByLabelText(name, { exact: true }),
      name === 'Charge' ? '50' : '40',
    );
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await expectVisible('Enter at least the amount of one top-up.');
  expect(api.callsTo(`PATCH ${settingsPath}`)).toEqual([]);
});

test.each([
  ['card_declined', 'The card was declined.'],
  ['authentication_required', 'Your bank wanted you to confirm the last payment.'],
])('says that top-up is paused after %s', async (top_up_decline_code, words) => {
  const api = stub(card());
  api.answers[`GET ${settingsPath}`] = ok(
    settings({
      top_up_is_on: true,
      top_up_decline_code,
      top_up_paused_at: '2026-11-20T10:00:00.000Z',
    }),
  );
  await open();
  await expectVisible('Automatic top-up is paused');
  await expectVisible(new RegExp(words));
});

test('says that cards can not be saved here', async () => {
  const api = stub();
  api.answers[`POST ${setups}`] = { status: 400, body: { detail: 'Not here.', code: 'x' } };
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Add card' }));
  await expectVisible('Not here.');
});
