import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { HsSearch } from './HsSearch.tsx';

const codesPath = 'GET /apix/data_customs/hs-codes/';
const savedPath = '/apix/data_customs/hs-codes/61091000/saved/';
const shirts = {
  ...{ code: '61091000', description: 'Our shirts', duty: '12 %', is_saved: true },
  ...{ path: ['Clothing'], is_declarable: true },
};
const loaded = {
  ...{ codes: 103, title: 'starter set', jurisdiction: '*' },
  ...{ is_starter: true, is_of_destination: false },
};
const star = page.getByRole('button', { name: 'Save 61091000' });

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

async function openSearch(rows: object[], start = '') {
  const api = stubApi({
    [codesPath]: { status: 200, body: { ...pageOfRows(rows), loaded } },
    [`PUT ${savedPath}`]: { status: 200, body: {} },
    [`DELETE ${savedPath}`]: { status: 204 },
  });
  const onChoose = vi.fn();
  const element = () => <HsSearch country="DE" start={start} onChoose={onChoose} />;
  await renderScreen('/', [{ path: '/', element }]);
  await userEvent.click(page.getByRole('button', { name: 'Find' }));
  return Object.assign(api, { onChoose });
}

test('saved codes are listed before a search, and one can be removed', async () => {
  const api = await openSearch([shirts]);
  await expect.element(page.getByText('Our shirts')).toBeVisible();
  expect(api.callsTo(codesPath)[0]?.path).toContain('saved=true');
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  api.answers[codesPath] = { status: 200, body: { ...pageOfRows([]), loaded } };
  await userEvent.click(star);
  await expect.element(page.getByText('Our shirts')).not.toBeInTheDocument();
  expect(api.callsTo(`DELETE ${savedPath}`)).toHaveLength(1);
});

test('a found code is saved by its star, and a failure is reported', async () => {
  const api = await openSearch([{ ...shirts, is_saved: false }], 'shirt');
  await expect.element(star).toHaveAttribute('aria-pressed', 'false');
  api.answers[`PUT ${savedPath}`] = { status: 400, body: { hs_code: ['Remove one first.'] } };
  await userEvent.click(star);
  await expect.element(page.getByText('Remove one first.')).toBeVisible();
  api.answers[`PUT ${savedPath}`] = { status: 200, body: {} };
  api.answers[codesPath] = { status: 200, body: { ...pageOfRows([shirts]), loaded } };
  await userEvent.click(star);
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  expect(api.callsTo(`PUT ${savedPath}`).at(-1)?.body).toEqual({ description: 'Our shirts' });
});

test('what was searched is named, also when nothing is found', async () => {
  await openSearch([], 'zebra');
  await expect.element(page.getByText(/103 codes of the starter set/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open the tariff' })).toBeVisible();
});

test('a code with subdivisions narrows the search, the last one is chosen', async () => {
  const heading = { ...shirts, code: '6109', description: 'T-shirts', is_declarable: false };
  const api = await openSearch([heading], 'shirt');
  await userEvent.click(page.getByRole('button', { name: /Show subdivisions/ }));
  await expect.element(page.getByLabelText('Goods or code')).toHaveValue('6109');
  expect(api.onChoose).not.toHaveBeenCalled();
});

test('of a code of another place only the first six digits are taken', async () => {
  const elsewhere = { ...loaded, is_starter: false, title: 'HTS', jurisdiction: 'US' };
  const api = await openSearch([shirts], 'shirt');
  api.answers[codesPath] = {
    status: 200,
    body: { ...pageOfRows([{ ...shirts, code: '6109100004' }]), loaded: elsewhere },
  };
  await userEvent.fill(page.getByLabelText('Goods or code'), 'cotton shirt');
  await userEvent.click(page.getByRole('button', { name: /^6109100004/ }));
  expect(api.onChoose).toHaveBeenCalledWith({ code: '610910', description: 'Our shirts' });
});
