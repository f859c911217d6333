import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, resetBrowser } from '#test/browser/screens.tsx';
import { Suggestions } from './Suggestions.tsx';

const open = (address: string) => renderScreen(address, [{ path: '*', element: Suggestions }]);
const heading = (name: string) => page.getByRole('heading', { name });

beforeEach(resetBrowser);
afterEach(resetBrowser);

test.each([
  ['/company/contakt', 'Contact', '/company/contact'],
  ['/pricng', 'Pricing', '/pricing'],
])('%s suggests the page that was meant', async (address, label, path) => {
  await open(address);
  await expect.element(heading('Did you mean one of these?')).toBeVisible();
  const [first] = document.querySelectorAll('a');
  expect([first?.textContent, first?.pathname]).toEqual([label, path]);
});

test('an address like no other offers the search and the main sections alone', async () => {
  const { queryClient } = await open('/nope-nothing');
  await expect.element(heading('Search this site')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Services', exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Contact', exact: true })).toBeVisible();
  expect(page.getByRole('searchbox').element().closest('form')?.action).toMatch(/\/search$/);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(heading('Did you mean one of these?').query()).toBeNull();
});
