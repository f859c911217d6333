// Pages without scripts: disabled, not loaded, or without a signed-in account.
import type { Browser, Page } from '@playwright/test';
import { expect, hydrated, openVisitor, signIn, test, uniqueEmail } from './person.ts';

async function openWithoutScripts(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  return context.newPage();
}

for (const path of ['/auth', '/dashboard', '/dashboard/keys', '/admin'])
  test(`without JavaScript ${path} says so, and leads on`, async ({ browser, baseURL }) => {
    const page = await openWithoutScripts(browser, baseURL);
    await page.goto(path);
    await expect(page.locator('main noscript strong')).toHaveText('This page needs JavaScript');
    await expect(page.getByText('Loading the page')).toBeHidden();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(page.getByText('This page did not load completely')).toBeHidden();
    await page.getByRole('main').getByRole('link', { name: 'write to us' }).click();
    await expect(page).toHaveURL(/\/company\/contact$/);
    await page.context().close();
  });

for (const path of ['/auth', '/dashboard'])
  test(`where scripts do not arrive ${path} says so, and a reload helps`, async ({ browser }) => {
    const page = await openVisitor(browser);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(path);
    await expect(page.getByText('This page did not load completely')).toBeVisible();
    await expect(page.getByText('Loading the page')).toBeHidden();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await page.unroute('**/assets/*.js');
    await page.getByRole('link', { name: 'Reload' }).click();
    // The dashboard redirects anonymous visitors.
    await page.waitForURL('**/auth');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    await expect(page.getByText('This page did not load completely')).toBeHidden();
    await page.context().close();
  });

/** The message is inside the layout, with one link to continue. */
async function isFramed(page: Page, title: string): Promise<void> {
  await expect(
    page.getByRole('main').getByRole('heading', { level: 1, name: title }),
  ).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

const failures =
  /net::ERR_FAILED|Failed to fetch dynamically|Error loading route module|status of 5/;

test('a screen whose code is gone stands in its frame, and a reload brings it', async ({
  page,
  quiet,
}) => {
  quiet.allow(failures);
  await page.route('**/assets/UsageScreen-*.js', (route) => route.abort());
  await signIn(page, uniqueEmail());
  await page.getByRole('link', { name: 'Usage', exact: true }).first().click();
  await isFramed(page, 'This page did not load');
  await expect(page).toHaveURL(/\/dashboard\/usage$/);
  // Other screens still open.
  await page.getByRole('link', { name: 'Plan', exact: true }).first().click();
  await isFramed(page, 'Plan');
  await page.getByRole('link', { name: 'Usage', exact: true }).first().click();
  await isFramed(page, 'This page did not load');
  await page.unroute('**/assets/UsageScreen-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await isFramed(page, 'Usage');
});

test('a page of the site whose code is gone stands in its frame', async ({ page, quiet }) => {
  quiet.allow(failures);
  await page.route('**/assets/terms-*.js', (route) => route.abort());
  await page.goto('/privacy');
  await hydrated(page);
  await page.locator('footer').getByRole('link', { name: 'Terms of Service' }).click();
  await isFramed(page, 'This page did not load');
  await page.unroute('**/assets/terms-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await isFramed(page, 'Terms of service');
});

test('even without its frame a page has header, menu and a way on', async ({ page, quiet }) => {
  quiet.allow(failures);
  // The document is loaded again.
  quiet.allow(/speculation rule set/);
  await signIn(page, uniqueEmail());
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

test('a palette whose code is gone takes nothing away', async ({ page, quiet }) => {
  quiet.allow(failures);
  await page.route('**/assets/CommandPalette-*.js', (route) => route.abort());
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/support/new');
  await page.getByRole('textbox', { name: 'Subject' }).fill('What was typed');
  await page.keyboard.press('Control+k');
  await expect(page.getByText('A part of this page did not load.').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('What was typed');
});

test('an account that does not load can be asked for again, inside the frame', async ({
  page,
  quiet,
}) => {
  quiet.allow(failures);
  await signIn(page, uniqueEmail());
  await page.route('**/apix/accounts/profile/', (route) => route.abort());
  await page.goto('/dashboard/keys');
  await isFramed(page, 'Failed to load profile data');
  await page.unroute('**/apix/accounts/profile/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await isFramed(page, 'API keys');
});
