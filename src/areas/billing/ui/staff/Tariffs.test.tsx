import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import Tariffs from './Tariffs.tsx';

const path = 'GET /apix/admin/tariffs/';
const createVersion = (id: number, state: string, change: object = {}) => ({
  id,
  slug: 'pro',
  name: 'Pro',
  version: id,
  state,
  currency: 'USD',
  subscribers: 3,
  monthly_price: '79.00',
  yearly_price: null,
  is_public: true,
  is_free: false,
  limits: { requests_per_month: null },
  ...change,
});
const open = () =>
  renderScreen('/admin/tariffs', [
    { path: '/admin/tariffs', element: Tariffs, context: { id: 1, roles: ['admin'] } },
  ]);

beforeEach(() => {
  resetBrowser();
  signInAs('boss@example.com');
});
afterEach(resetBrowser);

test('replaced versions are shown on request, and amounts have their sign', async () => {
  const versions = [createVersion(2, 'published'), createVersion(1, 'superseded')];
  stubApi({ [path]: { status: 200, body: { versions } } });
  await open();
  await expect.element(page.getByRole('cell', { name: '$79.00' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Actions for Pro, version 1' }).query()).toBeNull();
  await userEvent.click(page.getByRole('checkbox', { name: 'Show replaced ones' }));
  await expect
    .element(page.getByRole('button', { name: 'Actions for Pro, version 1' }))
    .toBeVisible();
});

test('without tariffs it says how to sell one', async () => {
  stubApi({ [path]: { status: 200, body: { versions: [] } } });
  await open();
  await expect.element(page.getByText('Nothing is sold yet')).toBeVisible();
});
