import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { buildCalculation } from '#test/fixtures/customs.ts';
import CustomerCalculation from './CustomerCalculation.tsx';
import { UserCalculations } from './UserCalculations.tsx';

const path = 'GET /apix/admin/calculations/';
const row = {
  id: 7,
  kind: 'vehicle',
  title: '',
  inputs_summary: 'Toyota Yaris, petrol',
  destination_country: 'UA',
  total: '3919.28',
  total_is_minimum: true,
  currency: 'EUR',
  is_saved: true,
  created_at: '2026-11-20T12:00:00.000Z',
};
const shown = (words: string) => expect.element(page.getByText(words).first()).toBeVisible();
const open = () =>
  renderScreen('/admin/users/3', [
    { path: '/admin/users/:id', element: () => <UserCalculations userId={3} /> },
    { path: '/admin/calculations/:id', element: CustomerCalculation },
  ]);

beforeEach(() => {
  resetBrowser();
  signInAs('staff@example.com');
});
afterEach(resetBrowser);

test('calculations of a customer are listed and opened', async () => {
  const rows = pageOfRows([row]);
  const api = stubApi({
    [path]: { status: 200, body: { ...rows, count: 6, page_size: 5 } },
    [`${path}7/`]: { status: 200, body: buildCalculation() },
  });
  await open();
  await shown('at least €3,919.28');
  await userEvent.click(page.getByRole('button', { name: 'Next' }));
  await expect.poll(() => api.callsTo(path).at(-1)?.path).toContain('user=3&page=2');
  await userEvent.click(page.getByRole('link', { name: 'Toyota Yaris, petrol' }));
  await expect.element(page.getByRole('heading', { name: 'Yaris from Kobe' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Customer' }))
    .toHaveAttribute('href', '/admin/users/3');
});

test('an empty list and a failure are shown', async () => {
  const api = stubApi({ [path]: { status: 400, body: { detail: 'Not now.' } } });
  await open();
  await shown('Not now.');
  api.answers[path] = { status: 200, body: pageOfRows([]) };
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await shown('Nothing calculated yet.');
});
