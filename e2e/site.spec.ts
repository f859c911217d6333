import type { Page } from '@playwright/test';
import { scaledMs } from '../test/time-limits.ts';
import { expect, hydrated, test, uniqueEmail } from './person.ts';
import { firstOfEachLayout, visitPages } from './visit-pages.ts';

test('a page of each layout is sound', async ({ page, quiet }) => {
  test.setTimeout(scaledMs(180_000));
  await visitPages(page, quiet, firstOfEachLayout);
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
  // A form that is sent sooner is treated as spam.
  await page.waitForFunction(() => performance.now() > 2000);
  await page.getByRole('button', { name: 'Send Message' }).click();
  expect((await sent).postDataJSON().extra).toMatchObject({ page: '/projects/django-cfg' });
  await expect(page.getByRole('heading', { name: 'Message Sent Successfully!' })).toBeVisible();
});

test('the search has a page: words from its address, typed, kept, opened', async ({ page }) => {
  await page.goto('/search?q=postgresql');
  const field = page.getByRole('searchbox', { name: /^Search pages/ });
  await expect(field).toHaveValue('postgresql');
  await expect(page.getByText(/^12 of \d+ pages$/)).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => page.locator('[data-hit]').count()).toBeGreaterThan(12);

  await field.fill('double-entry ledger');
  // Enter waits for the results of the current query.
  await field.press('Enter');
  await expect(page).not.toHaveURL(/search/);
  await page.goBack();
  await expect(page).toHaveURL(/\/search\?q=double-entry/);
  await expect(page.locator('[data-hit]').first()).toBeVisible();
});

/** Delays React until the form is filled in, like a slow connection. */
async function openSignInSlowly(page: Page, fillIn: () => Promise<void>): Promise<void> {
  const { promise: filled, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/entry.client-*', async (route) => {
    await filled;
    await route.continue();
  });
  await page.goto('/auth', { waitUntil: 'commit' });
  await fillIn();
  release();
}

test('what is typed and sent before the scripts arrive is not lost', async ({ page }) => {
  const [early, later] = [uniqueEmail(), uniqueEmail()];
  const email = page.getByRole('textbox', { name: 'Email' });
  const send = page.getByRole('button', { name: 'Send Verification Code' });
  await openSignInSlowly(page, async () => {
    await email.fill(early);
    await page.getByRole('checkbox', { name: /I accept the Terms/ }).check();
  });
  await send.click();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await expect(page.getByText(early)).toBeVisible();
  // Another e-mail address than the one that the browser remembers.
  await page.getByRole('button', { name: '← Back' }).click();
  await openSignInSlowly(page, () => email.fill(later));
  await send.click();
  await expect(page.getByText(later)).toBeVisible();
});

test('the receipt on the home page follows its facts', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const receipt = page.getByRole('region', { name: 'Import charges on one car' });
  const total = receipt.getByRole('status');
  const before = await total.innerText();
  await receipt.getByRole('combobox', { name: 'Price' }).selectOption('$40,000');
  await expect(total).not.toHaveText(before);
  await expect(total).toContainText(/\d/);
});
