// Pages without scripts: disabled, not loaded, or with a part that is gone.
import type { Page } from '@playwright/test';
import { expect, hydrated, signIn, test } from './person.ts';

test('without JavaScript the screens say so, and lead on', async ({ openVisitor }) => {
  const page = await openVisitor({ javaScriptEnabled: false });
  for (const path of ['/auth', '/dashboard', '/admin']) {
    await page.goto(path);
    await expect(page.locator('main noscript strong')).toHaveText('This page needs JavaScript');
    await expect(page.getByText('Loading the page')).toBeHidden();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(page.getByText('This page did not load completely')).toBeHidden();
  }
  await page.getByRole('main').getByRole('link', { name: 'write to us' }).click();
  await expect(page).toHaveURL(/\/company\/contact$/);
});

test('without JavaScript pages are read, menus open and filters lead on', async ({
  openVisitor,
}) => {
  const page = await openVisitor({ javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('button', { name: 'Services' }).click();
  await page
    .locator('#menu-services')
    .getByRole('link', { name: /^Custom software/ })
    .click();
  await expect(page).toHaveURL(/\/services\/custom-software$/);
  await page.locator('details').filter({ hasText: 'How is it priced?' }).locator('summary').click();
  await expect(page.getByText('We quote each step before it starts')).toBeVisible();

  await page.goto('/pricing/api');
  const pro = page.getByRole('listitem').filter({ hasText: 'Choose Pro' });
  await expect(pro.getByText('$79', { exact: true })).toBeVisible();
  await page.getByText('Yearly, 16% less').click();
  await expect(pro.getByText('$790', { exact: true })).toBeVisible();

  await page.goto('/projects');
  const filters = page.getByRole('navigation', { name: 'Filters' });
  await filters.getByRole('link', { name: /^Enterprise/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects for enterprise');
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'the sitemap' }).click();
  await expect(page).toHaveURL(/\/sitemap$/);

  await page.goto('/status');
  await expect(page.locator('main noscript p')).toContainText('reads the status with JavaScript');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('dialog').locator('summary', { hasText: 'Company' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL(/\/company\/contact$/);
});

test('where scripts do not arrive a screen says so, and a reload helps', async ({
  page,
  quiet,
}) => {
  quiet.allow(/net::ERR_FAILED/);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByText('This page did not load completely')).toBeVisible();
  await expect(page.getByText('Loading the page')).toBeHidden();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.unroute('**/assets/*.js');
  await page.getByRole('link', { name: 'Reload' }).click();
  // The dashboard redirects anonymous visitors.
  await page.waitForURL('**/auth');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect(page.getByText('This page did not load completely')).toBeHidden();
});

/** The message is inside the layout, with one link to continue. */
async function isFramed(page: Page, title: string): Promise<void> {
  await expect(
    page.getByRole('main').getByRole('heading', { level: 1, name: title }),
  ).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

test('even without its frame a page has header, menu and a way on', async ({ page, quiet }) => {
  quiet.allow(/net::ERR_FAILED|Failed to fetch dynamically|Error loading route module/);
  // The document is loaded again.
  quiet.allow(/speculation rule set/);
  await signIn(page);
  await page.route('**/assets/DashboardLayout-*.js', (route) => route.abort());
  await page.goto('/privacy');
  await hydrated(page);
  await page.getByRole('button', { name: 'Use the light theme' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await isFramed(page, 'This page did not load');
  await expect(page.locator('html')).toHaveClass(/light/);
  await page.unroute('**/assets/DashboardLayout-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await isFramed(page, 'Make your first call');
});
