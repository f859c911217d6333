import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Role } from '#lib/staff-permissions.ts';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { TariffOffers } from './TariffOffers.tsx';

const path = '/apix/admin/users/7/tariffs/';
const price = { monthly_price: '49.00', currency: 'USD' };
const tariffs = [
  { ...price, slug: 'partners', name: 'Partners', is_offered: true },
  { ...price, slug: 'nonprofit', name: 'Nonprofit', is_offered: false },
];
const openAs = (role: Role) =>
  renderScreen('/admin/users/7', [
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

test('offers exactly the checked tariffs', async () => {
  const api = stubApi({
    [`GET ${path}`]: { status: 200, body: { tariffs } },
    [`PUT ${path}`]: { status: 200, body: { tariffs } },
  });
  await openAs('finance');
  await page.getByRole('button', { name: 'Private plans' }).click();
  const partners = page.getByRole('checkbox', { name: 'Partners' });
  await expect.element(partners).toBeChecked();
  await expect.element(partners).toHaveAccessibleDescription('$49 a month');
  await page.getByRole('checkbox', { name: 'Partners' }).click();
  await page.getByRole('checkbox', { name: 'Nonprofit' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(api.callsTo(`PUT ${path}`)[0]?.body).toEqual({ tariffs: ['nonprofit'] });
});

test('explains where private tariffs come from if there are none', async () => {
  stubApi({ [`GET ${path}`]: { status: 200, body: { tariffs: [] } } });
  await openAs('finance');
  await page.getByRole('button', { name: 'Private plans' }).click();
  await expect.element(page.getByText(/^There are no private plans/)).toBeVisible();
});

test('is hidden from support', async () => {
  await openAs('support');
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('a refusal is shown, and the choice stays', async () => {
  stubApi({
    [`GET ${path}`]: { status: 200, body: { tariffs } },
    [`PUT ${path}`]: { status: 400, body: { tariffs: ['Partners is no longer sold.'] } },
  });
  await openAs('finance');
  await page.getByRole('button', { name: 'Private plans' }).click();
  await page.getByRole('checkbox', { name: 'Nonprofit' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Partners is no longer sold.')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Nonprofit' })).toBeChecked();
});
