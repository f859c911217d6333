import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import type { CodePageWire, CustomsTariffWire } from '../../wire/tariffs/tariffs.ts';
import TariffCodeScreen from './TariffCodeScreen.tsx';
import TariffScreen from './TariffScreen.tsx';

const tariffs = '/apix/data_customs/tariffs/';
const ok = (body: unknown) => ({ status: 200, body });
const tariff: CustomsTariffWire = {
  ...{ id: 3, jurisdiction: 'EU', source: 'eu-taric', title: 'TARIC', codes: 20_000 },
  ...{ publisher: 'DG TAXUD', licence: 'Free reuse', url: 'https://example.com/' },
  ...{ file_date: '2026-01-02', effective_from: '2026-01-01', measures: 90_000 },
  ...{ languages: ['en'], is_starter: false },
};
const codePage = (change: Partial<CodePageWire> = {}): CodePageWire => ({
  ...{ code: '61091000', descriptions: { en: 'Of cotton', fr: 'De coton' }, units: ['kg'] },
  ...{ is_declarable: true, valid_from: null, valid_to: null, children: [], tariff },
  parents: [{ code: '6109', description: 'T-shirts' }],
  ...{ is_of_destination: true, date: '2026-11-21', duties: tariff, duty: '12 %' },
  ...{
    rule_set_duty: null,
    duty_is_known: true,
    duty_reason: null,
    trade_defence_loaded: false,
    is_saved: false,
  },
  measures: [
    {
      ...{ kind: 'preference', code: '610910', origin: 'KR', excluded_origins: [] },
      ...{ programme: 'EU-KR', additional_code: null, quota_order_number: null },
      ...{ duty: 'free', text: '0 %', conditions: ['U045'], season: null },
      ...{ valid_from: null, valid_to: '2026-12-31', legal_base: 'D0265/11' },
    },
  ],
  history: [
    { tariff_id: 3, effective_from: '2026-01-01', status: 'published', duty: '12 %' },
    { tariff_id: 1, effective_from: '2025-01-01', status: 'superseded', duty: '14 %' },
  ],
  ...change,
});
const findText = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const open = (address: string) =>
  renderScreen(address, [
    { path: '/dashboard/customs/tariff', element: TariffScreen },
    { path: '/dashboard/customs/tariff/:code', element: TariffCodeScreen },
  ]);
const row = { code: '61', description: null, is_declarable: false, has_children: true, units: [] };

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('the tree opens branch by branch, down to the page of a code', async () => {
  const leaf = { ...row, code: '61091000', description: 'Of cotton', has_children: false };
  const api = stubApi({
    [`GET ${tariffs}`]: ok(pageOfRows([tariff])),
    [`GET ${tariffs}codes/`]: ({ path }) =>
      ok(pageOfRows([path.includes('parent=61') ? leaf : row])),
    [`GET ${tariffs}codes/61091000/`]: ok(codePage()),
  });
  await open('/dashboard/customs/tariff?country=DE');
  await findText(/Free reuse/);
  const chapter = page.getByRole('button', { name: /Chapter 61/ });
  await userEvent.click(chapter);
  await expect.element(chapter).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(page.getByRole('link', { name: /Of cotton/ }));
  await expect.element(page.getByRole('heading', { name: 'Of cotton' })).toBeVisible();
  expect(api.callsTo(`GET ${tariffs}codes/61091000/`)[0]?.path).toContain('country=DE');
});

test('a search says what it searched, and shows the way to each code', async () => {
  const found = { ...row, code: '61091000', description: 'Of cotton', path: ['T-shirts'] };
  const loaded = { codes: 103, title: 'starter set', is_starter: true, is_of_destination: false };
  stubApi({
    [`GET ${tariffs}`]: ok(pageOfRows([{ ...tariff, is_starter: true }])),
    [`GET ${tariffs}codes/`]: ok(pageOfRows([])),
    'GET /apix/data_customs/hs-codes/': ok({
      ...pageOfRows([{ ...found, duty: null, is_saved: false }]),
      loaded,
    }),
  });
  await open('/dashboard/customs/tariff?search=shirt&country=JP');
  await findText('1 of 103 codes of the starter set.');
  await findText(/T-shirts/);
  await findText('Duty not known');
  await findText('No tariff of Japan is loaded');
});

test('the page of a code has duties with conditions, history, and what is not loaded', async () => {
  stubApi({ [`GET ${tariffs}codes/61091000/`]: ok(codePage()) });
  await open('/dashboard/customs/tariff/61091000?country=DE');
  for (const words of [/12 %/, 'Preference', 'EU-KR', 'U045', 'De coton', '14 %', 'D0265/11'])
    await findText(words);
  await findText(/no anti-dumping or countervailing duties/);
});

test('what is unknown is not shown as a duty', async () => {
  const why = 'The subdivisions of 6109 have different duties: state more digits.';
  const unknown = { duty: null, duty_is_known: false, duty_reason: why, measures: [] };
  const api = stubApi({ [`GET ${tariffs}codes/6109/`]: ok(codePage(unknown)) });
  await open('/dashboard/customs/tariff/6109?country=DE');
  await findText(/Not known/);
  await findText(why);
  api.answers[`GET ${tariffs}codes/6109/`] = ok(codePage({ ...unknown, duties: null }));
  await userEvent.selectOptions(page.getByLabelText('Origin'), 'KR');
  await findText(/No duties of this destination are loaded/);
  const own = {
    duty: '12 %',
    confidence: 'medium',
    source: 'CCT 2020',
    as_of: '2020-01-01',
  } as const;
  const withOwn = { ...unknown, duties: null, rule_set_duty: own };
  api.answers[`GET ${tariffs}codes/6109/`] = ok(codePage(withOwn));
  await userEvent.selectOptions(page.getByLabelText('Origin'), 'JP');
  await findText('12 %');
  await findText(/CCT 2020, of 1 Jan 2020/);
});

test('a code that is not loaded, and a failure, are explained', async () => {
  const api = stubApi({
    [`GET ${tariffs}codes/9999/`]: { status: 404, body: { detail: 'Not found.' } },
  });
  await open('/dashboard/customs/tariff/9999');
  await findText('There is no tariff code at this address');
  api.answers[`GET ${tariffs}`] = ok(pageOfRows([]));
  api.answers[`GET ${tariffs}codes/`] = { status: 400, body: { detail: 'Not now.' } };
  await userEvent.click(page.getByRole('link', { name: 'Open the tariff' }));
  await findText('Not now.');
});
