import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Role } from '#lib/endpoint.ts';
import { openScreen, resetBrowser, signInAs, stubApi } from '#test/screens.tsx';
import { TariffOffers } from './TariffOffers.tsx';

const path = '/apix/admin/users/7/tariffs/';
const tariffs = [
  { slug: 'partners', name: 'Partners', is_offered: true },
  { slug: 'nonprofit', name: 'Nonprofit', is_offered: false },
];
const openAs = (role: Role) =>
  openScreen('/admin/users/7', [
    {
      path: '/admin/users/:id',
      element: () => <TariffOffers userId="7" />,
      context: { id: 1, roles: [role] },
    },
  ]);

beforeEach(() => {
  resetBrowser();
  signInAs('finance@example.com');
});

test('what is ticked is offered, and nothing else', async () => {
  const api = stubApi({
    [`GET ${path}`]: { status: 200, body: { tariffs } },
    [`PUT ${path}`]: { status: 200, body: { tariffs } },
  });
  await openAs('finance');
  await page.getByRole('button', { name: 'Private tariffs' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Partners' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Partners' }).click();
  await page.getByRole('checkbox', { name: 'Nonprofit' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(api.callsTo(`PUT ${path}`)[0]?.body).toEqual({ tariffs: ['nonprofit'] });
});

test('without a private tariff it says where they come from', async () => {
  stubApi({ [`GET ${path}`]: { status: 200, body: { tariffs: [] } } });
  await openAs('finance');
  await page.getByRole('button', { name: 'Private tariffs' }).click();
  await expect.element(page.getByText(/^There is no private tariff/)).toBeVisible();
});

test('support has nothing to decide about money', async () => {
  await openAs('support');
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});
