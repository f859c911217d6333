// The API reference: read without scripts, found, and tried.
import type { Page } from '@playwright/test';
import { expect, hydrated, signIn, test } from './person.ts';

const vehicle = '/docs/api/customs/calculate-vehicle';
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a visitor finds a call by the areas and reads it without scripts', async ({
  openVisitor,
}) => {
  const page = await openVisitor({ javaScriptEnabled: false });
  await page.goto('/docs');
  await page.getByRole('main').getByRole('link', { name: 'API reference' }).first().click();
  await expect(title(page, 'API reference')).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'API reference' });
  await menu.getByRole('link', { name: 'Customs' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Calculate duties and taxes on a vehicle' })
    .click();
  await expect(page).toHaveURL(vehicle);
  await expect(page.getByText('An API key with the scope customs, or a session.')).toBeVisible();
  await expect(page.getByText('destination_country', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('rule_set_not_found')).toBeVisible();
  await expect(page.getByText(/^curl -X POST http/)).toBeVisible();
  await expect(page.getByRole('button', { name: /Copy|Try/ })).toHaveCount(0);
  await menu.getByRole('link', { name: 'List saved calculations for a vehicle' }).click();
  await expect(title(page, 'List saved calculations for a vehicle')).toBeVisible();
});

test('the search finds a call by its name and its path, and Back returns to it', async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  const field = search.getByRole('searchbox');
  await field.fill('/apix/data_customs/vehicle-calculation/calculate/');
  const hit = search.getByRole('link', { name: /^Calculate duties and taxes on a vehicle/ });
  await expect(hit).toBeVisible();
  await field.fill('calculate duties vehicle');
  await hit.click();
  await expect(page).toHaveURL(vehicle);
  await hydrated(page);
  // The router leaves the page, and the browser comes back to it.
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL('/pricing');
  await page.goBack();
  await expect(title(page, 'Calculate duties and taxes on a vehicle')).toBeVisible();
  await expect(page.getByText('destination_country', { exact: true }).first()).toBeVisible();
});

/** Opens the form of a call. */
async function openForm(page: Page, path: string) {
  await page.goto(path);
  await hydrated(page);
  await page.getByRole('button', { name: 'Try this call' }).click();
  const form = page.getByRole('region', { name: 'Try it' });
  await expect(form.getByRole('heading', { name: 'Try it' })).toBeFocused();
  return form;
}

test('a customer tries a call with the session, confirms a change, and uses a new key', async ({
  page,
}) => {
  await page.goto(vehicle);
  await hydrated(page);
  await page.getByRole('button', { name: 'Try this call' }).click();
  const form = page.getByRole('region', { name: 'Try it' });
  await expect(form.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth');
  await signIn(page);

  await openForm(page, vehicle);
  await expect(form.getByLabel('Made by')).toHaveValue('session');
  const body = form.getByLabel('Body');
  const example = await body.inputValue();
  await body.fill('{');
  await expect(form.getByText(/^Not valid JSON/)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Send' })).toHaveAttribute('data-inert', 'true');
  await body.fill(example.replace('1998', '1498'));
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByRole('button', { name: 'Yes, send POST' }).click();
  await expect(form.getByText(/^Status 200,/)).toBeVisible();
  await expect(form.getByText('"total_payments"').first()).toBeVisible();

  await form.getByLabel('Made by').selectOption('key');
  await form.getByRole('button', { name: 'Create a key for this' }).click();
  await expect(form.getByLabel('API key')).toHaveValue(/^sk_/);
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByRole('button', { name: 'Yes, send POST' }).click();
  await expect(form.getByText(/^Status 200,/)).toBeVisible();
  // Code shows what is typed, and no secret.
  await form.getByRole('tab', { name: 'Python' }).click();
  const code = form.getByRole('tabpanel', { name: 'Python' });
  await expect(code).toContainText('engine_capacity_cc=1498');
  await expect(code).toContainText('client = Weftline(base_url=');
  await expect(form.getByText(/sk_(live|test)_/)).toHaveCount(0);
});
