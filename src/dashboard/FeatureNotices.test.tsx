import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildUser } from '#test/fixtures/accounts.ts';
import DashboardLayout from './DashboardLayout.tsx';

// Needs the router of a built page.
vi.mock('#site/navigation/PrefetchNearby.tsx', () => ({ PrefetchNearby: () => null }));

const offPath = 'GET /apix/features/';
const calculations = {
  name: 'calculations',
  label: 'Duty calculations',
  notice: 'Wrong rates for Georgia. Back by noon.',
  since: '2026-11-20T12:00:00.000Z',
};
const answers = (off: object[]) => ({
  'GET /apix/accounts/profile/': { status: 200, body: buildUser() },
  [offPath]: { status: 200, body: { off } },
});
const open = (path: string) =>
  renderScreen(path, [{ path, element: DashboardLayout, isLayout: true }]);
const entry = (name: RegExp) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name }).first();

beforeEach(async () => {
  await page.viewport(1280, 800);
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test.each(['/dashboard/customs', '/dashboard/customs/vehicle'])(
  'a disabled feature is shown in the menu and above the form: %s',
  async (path) => {
    const api = stubApi(answers([calculations]));
    const { queryClient } = await open(path);
    const main = page.getByRole('main');
    await expect.element(main.getByText('Switched off for now: Duty calculations')).toBeVisible();
    await expect.element(main.getByText(calculations.notice)).toBeVisible();
    await expect.element(main.getByText(/^It was switched off .+ works again\. /)).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'status page' })).toBeVisible();
    await expect.element(entry(/switched off: Duty calculations/)).toBeVisible();
    api.answers[offPath] = { status: 200, body: { off: [] } };
    await queryClient.refetchQueries({ queryKey: ['features', 'off'] });
    await expect.poll(() => page.getByText(/Switched off/i).elements().length).toBe(0);
  },
);

test('other screens show it only in the menu', async () => {
  stubApi(answers([calculations]));
  await open('/dashboard/keys');
  await expect.element(entry(/switched off: Duty calculations/)).toBeVisible();
  expect(page.getByText(calculations.notice).elements()).toEqual([]);
});
