import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildCalculation, buildLine } from '#test/fixtures/customs.ts';
import type { CalculationWire } from '../wire/calculations/calculation-results.ts';
import CalculationScreen from './CalculationScreen.tsx';
import SharedScreen from './SharedScreen.tsx';

const folder = '/apix/data_customs/vehicle-calculation/';
const one = `${folder}7/`;
const ok = (body: unknown) => ({ status: 200, body });
const shown = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function open(change: Partial<CalculationWire> = {}, more: object = {}) {
  const api = stubApi({ [`GET ${one}`]: ok(buildCalculation(change)), ...more });
  const screens = [{ path: '/dashboard/customs/:kind/:id', element: CalculationScreen }];
  return { api, ...(await renderScreen('/dashboard/customs/vehicle/7', screens)) };
}

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('a saved calculation shows its facts with labels, and its lines', async () => {
  await open();
  await expect.element(page.getByRole('heading', { name: 'Yaris from Kobe' })).toBeVisible();
  const facts = page.getByRole('region', { name: 'Facts' });
  await expect.element(facts.getByText('May 2020')).toBeVisible();
  await expect.element(facts.getByText('1998 cm³')).toBeVisible();
  await expect.element(facts.getByText('€10,000.00')).toBeVisible();
});

test('a line explains its amount and links to its source', async () => {
  const [duty, ...others] = buildCalculation().breakdown;
  await open({ breakdown: [duty!, ...others.map((line) => ({ ...line, source_url: null }))] });
  await expect.element(page.getByRole('heading', { name: 'Yaris from Kobe' })).toBeVisible();
  await userEvent.click(page.getByText('Why this line: Customs duty'));
  const source = page.getByRole('link', { name: 'Customs Tariff of Ukraine' });
  await expect.element(source).toBeVisible();
  expect(source.all()).toHaveLength(1);
  await expect.element(source).toHaveAttribute('href', 'https://example.com/tariff');
  await expect.element(source).toHaveAttribute('target', '_blank');
  await expect.element(source).toHaveAttribute('rel', 'noreferrer');
});

test('the rate sensitivity is shown if there is one', async () => {
  const moved = { percent: 5, dearer: '4114.40', cheaper: '3724.16' };
  await open({ rate_sensitivity: moved, total_is_minimum: true });
  const moves = page.getByRole('region', { name: 'If exchange rates move' });
  await expect.element(moves.getByText('at least €4,114.40')).toBeVisible();
  await expect.element(moves.getByText('5 % cheaper')).toBeVisible();
});

test('its lines download as CSV, and a failed download is reported', async () => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  const { api } = await open();
  const download = async () => {
    await userEvent.click(button('Actions for Yaris from Kobe'));
    await userEvent.click(page.getByRole('menuitem', { name: 'Download CSV' }));
  };
  await download();
  await expect.poll(() => saved).toEqual(['customs-vehicle-7.csv']);
  expect(api.callsTo(`GET ${one}`).at(-1)?.path).toContain('format=csv');
  api.answers[`GET ${one}`] = { status: 400, body: { detail: 'Not now.' } };
  await download();
  await shown("The file didn't load. Not now.");
  click.mockRestore();
});

test('an address without a kind redirects to the right kind', async () => {
  const goods = '/apix/data_customs/custom-calculation/7/';
  const missing = { status: 404, body: { detail: 'Not found.' } };
  const { router, api } = await open({}, { [`GET ${goods}`]: missing });
  await router.navigate('/dashboard/customs/calculation/7');
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/customs/vehicle/7');
  await expect.element(page.getByRole('heading', { name: 'Yaris from Kobe' })).toBeVisible();
  for (const url of [one, goods]) api.answers[`GET ${url.replace('7', '8')}`] = missing;
  await router.navigate('/dashboard/customs/calculation/8');
  await shown('There is no calculation at this address');
});

test.each([
  ['indicative', 'Indicative exchange rates'],
  ['official', 'Exchange rates of the authority'],
] as const)('how far the rates can be trusted is beside the total: %s', async (status, label) => {
  const policy = 'The rate of the National Bank of Ukraine of the day of the declaration.';
  const rate = { from: 'USD', to: 'EUR', rate: '0.88', date: '2026-11-20', source: 'indicative' };
  const isPolicy = status === 'official';
  await open({
    rates_status: status,
    exchange_rates: [{ ...rate, policy, is_policy_rate: isPolicy }],
  });
  await shown(label);
  const another = page.getByText(/Customs apply another: The rate of the National Bank/);
  await (isPolicy
    ? expect.element(another).not.toBeInTheDocument()
    : expect.element(another).toBeVisible());
});

test('title and notes are saved', async () => {
  const { api } = await open(undefined, {
    [`PATCH ${one}`]: ok(buildCalculation({ title: 'Mine', notes: 'Red' })),
  });
  await userEvent.fill(page.getByLabelText('Title'), ' Mine ');
  await userEvent.fill(page.getByLabelText('Notes'), 'Red');
  await userEvent.click(button('Save'));
  await expect.element(page.getByRole('heading', { name: 'Mine' })).toBeVisible();
  expect(api.callsTo(`PATCH ${one}`)[0]?.body).toEqual({ title: ' Mine ', notes: 'Red' });
});

test('leaving with unsaved notes asks first, and an error goes away on editing', async () => {
  const { router } = await open(undefined, {
    [`PATCH ${one}`]: { status: 400, body: { notes: ['Not these.'] } },
  });
  await userEvent.fill(page.getByLabelText('Notes'), 'Red');
  await userEvent.click(button('Save'));
  await shown('Not these.');
  await userEvent.fill(page.getByLabelText('Notes'), 'Blue');
  await expect.element(page.getByText('Not these.')).not.toBeInTheDocument();
  void router.navigate('/dashboard/keys');
  await userEvent.click(button('Stay'));
  await expect.element(page.getByLabelText('Notes')).toHaveValue('Blue');
  void router.navigate('/dashboard/keys');
  await userEvent.click(button('Leave without saving'));
  await shown('Elsewhere');
});

test('today’s result is compared with the saved one, and replaces it only on request', async () => {
  const today = buildCalculation({
    total_payments: '4279.28',
    breakdown: [buildLine({ amount: '1360.00' }), ...buildCalculation().breakdown.slice(1)],
  });
  const { api } = await open(undefined, {
    [`POST ${folder}calculate/`]: ok(today),
    [`PUT ${one}`]: ok(today),
  });
  await userEvent.click(button('Run again today'));
  const dialog = page.getByRole('dialog', { name: "Today's result" });
  await expect.element(dialog.getByText('+€360.00').first()).toBeVisible();
  const asked = api.callsTo(`POST ${folder}calculate/`)[0];
  expect(asked?.path).toContain('preview=true');
  expect(asked?.body).not.toHaveProperty('calculation_date');
  expect(api.callsTo(`PUT ${one}`)).toHaveLength(0);
  await userEvent.click(dialog.getByRole('button', { name: "Replace it with today's" }));
  await shown('€4,279.28');
  expect(api.callsTo(`PUT ${one}`)).toHaveLength(1);
});

test('a link is created, copied and withdrawn', async () => {
  const { api } = await open(undefined, {
    [`POST ${one}share/`]: ok(buildCalculation({ share_url: 'http://localhost/c/abc' })),
    [`DELETE ${one}share/`]: { status: 204 },
  });
  await userEvent.click(button('Create a link'));
  await expect.element(page.getByLabelText('Link')).toHaveValue('http://localhost/c/abc');
  await expect.element(button('Copy link')).toBeVisible();
  await userEvent.click(button('Withdraw link'));
  await userEvent.click(
    page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw link' }),
  );
  await expect.element(button('Create a link')).toBeVisible();
  expect(api.callsTo(`DELETE ${one}share/`)).toHaveLength(1);
});

test('it is deleted after a confirmation that names it', async () => {
  const { router } = await open(undefined, { [`DELETE ${one}`]: { status: 204 } });
  await userEvent.click(button('Actions for Yaris from Kobe'));
  await userEvent.click(page.getByRole('menuitem', { name: 'Delete' }));
  const dialog = page.getByRole('alertdialog', { name: 'Delete "Yaris from Kobe"?' });
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/customs');
});

test('an unsaved run can be saved', async () => {
  const { api } = await open(
    { is_saved: false },
    { [`POST ${folder}`]: { status: 201, body: buildCalculation() } },
  );
  await userEvent.click(button('Keep it'));
  await expect.element(button('Keep it')).not.toBeInTheDocument();
  expect(api.callsTo(`POST ${folder}`)[0]?.body).toEqual({ from_history: 7 });
});

test('a missing calculation and a failed request look different', async () => {
  const { api } = await open(undefined, {
    [`GET ${one}`]: { status: 400, body: { detail: 'Not now.' } },
  });
  await shown('Not now.');
  api.answers[`GET ${one}`] = { status: 404, body: { detail: 'Not found.' } };
  await userEvent.click(button('Try again'));
  await shown('There is no calculation at this address');
});

test('a shared calculation is shown without a session', async () => {
  resetBrowser();
  const api = stubApi({ 'GET /apix/data_customs/shared/abc/': ok(buildCalculation({ id: null })) });
  const screens = [{ path: '/c/:token', element: SharedScreen }];
  await renderScreen('/c/abc', screens);
  await expect.element(page.getByRole('heading', { name: 'Yaris from Kobe' })).toBeVisible();
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  expect(api.calls[0]?.headers.get('authorization')).toBeNull();
});

test('a withdrawn link explains what to do', async () => {
  stubApi({
    'GET /apix/data_customs/shared/abc/': { status: 404, body: { detail: 'Not found.' } },
  });
  await renderScreen('/c/abc', [{ path: '/c/:token', element: SharedScreen }]);
  await shown('This link shows nothing');
});

test('a calculation is watched on request, and what changed is listed', async () => {
  const reason = 'Became €240.00 dearer because Customs duty: 10 % → 12 %.';
  const change = {
    ...{ id: 1, status_before: 'complete', status_after: 'complete', is_current: true },
    ...{ total_before: '1000.00', total_after: '1240.00', created_at: '2026-11-20T12:00:00.000Z' },
    ...{ currency_before: 'EUR', currency_after: 'EUR', reason },
  };
  const old = { ...change, id: 2, is_current: false, reason: 'Became cheaper.' };
  const results = { count: 2, next: null, previous: null, results: [change, old] };
  const paging = { page: 1, pages: 1, page_size: 5, has_next: false, has_previous: false };
  const { api } = await open(
    {},
    {
      [`PATCH ${one}`]: ok(buildCalculation({ is_watched: true })),
      [`GET ${one}recalculations/`]: ok({ ...results, ...paging }),
    },
  );
  const box = page.getByLabelText('Tell me when this changes');
  await expect.element(box).not.toBeChecked();
  expect(api.callsTo(`GET ${one}recalculations/`)).toHaveLength(0);
  await userEvent.click(box);
  await shown(reason);
  await expect.element(box).toBeChecked();
  await expect.element(page.getByText('Became cheaper.')).not.toBeInTheDocument();
  expect(api.callsTo(`PATCH ${one}`)[0]?.body).toEqual({ is_watched: true });
});

test('a calculation that is not saved cannot be watched', async () => {
  await open({ is_saved: false });
  await expect.element(page.getByRole('heading', { name: 'Yaris from Kobe' })).toBeVisible();
  await expect.element(page.getByText('Tell me when this changes')).not.toBeInTheDocument();
});
