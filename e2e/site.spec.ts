import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, hydrated, signIn, test, uniqueEmail } from './person.ts';

test('pages read and lead on before any script of ours has run', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Describe the problem' }).click();
  await expect(page).toHaveURL(/\/company\/contact$/);
  await context.close();
});

test('a visitor finds a project by filter and by search, reads it, and asks about it', async ({
  page,
}) => {
  await page.goto('/projects');
  const filters = page.getByRole('navigation', { name: 'Filters' });
  const counted = page.getByRole('main').getByRole('status');
  const all = Number.parseInt((await counted.textContent()) ?? '', 10);
  await hydrated(page);
  await filters.getByRole('link', { name: /^Enterprise/ }).click();
  await expect(page).toHaveURL('/projects/industry/enterprise');
  // Filters are combined once the page's scripts run; before, each leads to its own page.
  const python = filters.getByRole('link', { name: /^Python/ });
  await expect(python).toHaveAttribute('href', /industry=enterprise/);
  await python.click();
  await expect(page).toHaveURL('/projects?industry=enterprise&technology=python');
  await expect(counted).toHaveText(new RegExp(`of ${all}$`));
  await expect(page.getByRole('link', { name: /^Django CFG/ })).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(counted).toHaveText(new RegExp(`of ${all}$`));

  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('searchbox').fill('django settings');
  await expect(search.getByRole('link', { name: /^Django CFG/ })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await expect(search.getByRole('link').first()).toBeFocused();
  await search.getByRole('link', { name: /^Django CFG/ }).press('Enter');
  await expect(page).toHaveURL('/projects/django-cfg');
  await expect(search).toBeHidden();

  await page.getByRole('link', { name: 'Send a list of settings' }).first().click();
  await expect(page).toHaveURL('/company/contact?about=/projects/django-cfg');
  await page.getByLabel('Full Name').fill('Ada Lovelace');
  await page.getByLabel('Email', { exact: false }).first().fill(uniqueEmail());
  await page.getByLabel('Message').fill('We have four settings files and one person.');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.waitForTimeout(2100);
  await page.getByRole('button', { name: 'Send Message' }).click();
  expect((await sent).postDataJSON().extra).toMatchObject({ page: '/projects/django-cfg' });
  await expect(page.getByRole('heading', { name: 'Message Sent Successfully!' })).toBeVisible();
});

test('filters and the way to every page work before any script has run', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/projects');
  const filters = page.getByRole('navigation', { name: 'Filters' });
  await filters.getByRole('link', { name: /^Enterprise/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects for enterprise');
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'the sitemap' }).click();
  await expect(page).toHaveURL(/\/sitemap$/);
  await context.close();
});

test('an unknown page is a 404 that helps', async ({ page, quiet }) => {
  quiet.allow(/404/);
  // The last three look like filters of a list, but have no page.
  for (const address of [
    '/no/such/page',
    '/blog/tags/no',
    '/projects/industry/no',
    '/projects/a/b',
  ]) {
    const response = await page.goto(address);
    expect(response?.status()).toBe(404);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist');
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    await expect(page).toHaveTitle(/^Page not found/);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  }
});

test('the search has a page: words from its address, typed, corrected, kept, opened', async ({
  page,
}) => {
  await page.goto('/search?q=postgresql');
  const field = page.getByRole('searchbox', { name: /^Search pages/ });
  await expect(field).toHaveValue('postgresql');
  await expect(page.getByText(/^12 of \d+ pages$/)).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => page.locator('[data-hit]').count()).toBeGreaterThan(12);

  await field.fill('');
  await field.pressSequentially('dobleentry');
  for (let step = 0; step < 8; step++) await field.press('ArrowLeft');
  await field.pressSequentially('u');
  for (let step = 0; step < 3; step++) await field.press('ArrowRight');
  await field.pressSequentially('-');
  await expect(field).toHaveValue('double-entry');
  await expect(page).toHaveURL('/search?q=double-entry');
  await field.fill('double-entry ledger');
  // Enter waits for the results of the current query.
  await field.press('Enter');
  await expect(page).not.toHaveURL(/search/);
  await page.goBack();
  await expect(page).toHaveURL(/\/search\?q=double-entry/);
  await expect(page.locator('[data-hit]').first()).toBeVisible();
});

test('axe finds nothing in the dashboard', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, uniqueEmail());
  for (const [url, heading] of [
    ['/dashboard', /.+/],
    ['/dashboard/profile', 'Profile Settings'],
    ['/dashboard/sessions', 'Sessions'],
  ] as const) {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${url} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
});

/** Delays React until the form is filled in, like a slow connection. */
async function openContactSlowly(page: Page, fillIn: () => Promise<void>): Promise<void> {
  const { promise: filled, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/boot-*', async (route) => {
    await filled;
    await route.continue();
  });
  await page.goto('/auth', { waitUntil: 'commit' });
  await fillIn();
  release();
}

test('what is typed and sent before the scripts arrive is not lost', async ({ page }) => {
  const email = page.getByRole('textbox', { name: 'Email' });
  const send = page.getByRole('button', { name: 'Send Verification Code' });
  await openContactSlowly(page, async () => {
    await email.fill('early@example.com');
    await page.getByRole('checkbox', { name: /I accept the Terms/ }).check();
  });
  await send.click();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await expect(page.getByText('early@example.com')).toBeVisible();
  // Another e-mail address than the one that the browser remembers.
  await page.getByRole('button', { name: '← Back' }).click();
  await openContactSlowly(page, () => email.fill('later@example.com'));
  await send.click();
  await expect(page.getByText('later@example.com')).toBeVisible();
});
