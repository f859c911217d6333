import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { HsSearch } from './HsSearch.tsx';

const codesPath = 'GET /apix/data_customs/hs-codes/';
const savedPath = '/apix/data_customs/hs-codes/61091000/saved/';
const shirts = { code: '61091000', description: 'Our shirts', duty: '12 %', is_saved: true };
const star = page.getByRole('button', { name: 'Save 61091000' });

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

async function openSearch(rows: object[], start = '') {
  const api = stubApi({
    [codesPath]: { status: 200, body: pageOfRows(rows) },
    [`PUT ${savedPath}`]: { status: 200, body: {} },
    [`DELETE ${savedPath}`]: { status: 204 },
  });
  const element = () => <HsSearch country="DE" start={start} onChoose={() => undefined} />;
  await renderScreen('/', [{ path: '/', element }]);
  await userEvent.click(page.getByRole('button', { name: 'Find' }));
  return api;
}

test('saved codes are listed before a search, and one can be removed', async () => {
  const api = await openSearch([shirts]);
  await expect.element(page.getByText('Our shirts')).toBeVisible();
  expect(api.callsTo(codesPath)[0]?.path).toContain('saved=true');
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  api.answers[codesPath] = { status: 200, body: pageOfRows([]) };
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
  api.answers[codesPath] = { status: 200, body: pageOfRows([shirts]) };
  await userEvent.click(star);
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  expect(api.callsTo(`PUT ${savedPath}`).at(-1)?.body).toEqual({ description: 'Our shirts' });
});
