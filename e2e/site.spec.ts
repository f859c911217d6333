import { readdirSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, newAddress, signIn, test } from './person.ts';

const client = path.resolve(import.meta.dirname, '../build/client');

/** Every page that the build printed. */
const pages = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'index.html')
  .map((file) => `/${path.dirname(file)}`.replace('/.', '/').replaceAll(path.sep, '/'))
  .sort();

test('pages read and lead on before any script of ours has run', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Tell us what you need' }).click();
  await expect(page).toHaveURL(/\/company\/contact$/);
  await context.close();
});

test('an unknown page is a 404 that helps', async ({ page, quiet }) => {
  quiet.allow(/404/);
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
});

test('the API reference opens under the policy of the site', async ({ page }) => {
  await page.goto('/docs/api');
  await expect(page.getByText('Send a 6-digit sign-in code by e-mail').first()).toBeVisible({
    timeout: 15_000,
  });
});

for (const width of [390, 1440])
  for (const theme of ['dark', 'light'])
    test(`axe finds nothing at ${width} pixels in the ${theme} theme`, async ({ page, quiet }) => {
      test.setTimeout(30_000 + pages.length * 5_000);
      quiet.allow(/404/);
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const url of pages) {
        await page.goto(url);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${url} ${id}: ${nodes[0]?.html}`)).toEqual([]);
      }
    });

test('axe finds nothing in the dashboard', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, newAddress());
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

test('what is typed and sent before the scripts arrive is not lost', async ({ page }) => {
  // Holds React back until the form is filled in, as a slow line would.
  const { promise: filled, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/boot-*', async (route) => {
    await filled;
    await route.continue();
  });
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Email' }).fill('early@example.com');
  await page.getByRole('checkbox', { name: /I accept the Terms/ }).check();
  release();
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await expect(page.getByText('early@example.com')).toBeVisible();
});
