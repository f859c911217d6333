// The commonest jobs of customers, with the clicks and fields that they may take.
import { execSync } from 'node:child_process';
import { button, measureJob, type Person, sidebar } from './measure-job.ts';
import { expect, signIn, test } from './person.ts';

test('jobs of a customer', async ({ page }) => {
  const { call } = await signIn(page);
  await page.goto('/dashboard');
  await expect(button(page, 'Create key')).toBeVisible();
  let key = '';
  await measureJob({ clicks: 2, typed: 0 }, async ({ click, work }) => {
    await click(button(page, 'Create key'));
    const command = page.locator('pre', { hasText: 'curl' });
    const text = (await command.textContent())!;
    key = /sk_live_\w+/.exec(text)![0];
    // Copied by its button.
    work.clicks += 1;
    execSync(text, { stdio: 'ignore' });
    await expect(page.getByText('Your first call arrived')).toBeVisible();
  });

  await button(page, 'Go to the overview').click();
  await expect(page.getByRole('link', { name: 'Add money', exact: true })).toBeVisible();
  await measureJob({ clicks: 2, typed: 1 }, async ({ click, type }) => {
    await click(page.getByRole('link', { name: 'Add money', exact: true }));
    await type(page.getByRole('textbox', { name: 'Amount' }), '50');
    await click(button(page, 'Continue to payment'));
    await expect(page.getByText('Waiting for payment')).toBeVisible();
  });

  await page.goto('/dashboard');
  const priceImport = async ({ click, choose, type }: Person, country?: string) => {
    await click(sidebar(page, 'Customs'));
    await click(page.getByRole('main').getByRole('link', { name: 'Import a vehicle' }).first());
    await expect(page.getByRole('heading', { level: 1, name: 'Import a vehicle' })).toBeVisible();
    if (country) await choose(page.getByRole('combobox', { name: 'Destination' }), country);
    await choose(page.getByRole('combobox', { name: 'Powertrain' }), 'petrol');
    await type(page.getByRole('textbox', { name: 'Produced' }), '05/2019');
    await type(page.getByRole('textbox', { name: 'Price', exact: true }), '10,000');
    await choose(page.getByLabel('Delivery term'), 'CIF');
    await type(page.getByRole('textbox', { name: 'Engine capacity' }), '1998');
    const total = page.getByRole('region', { name: 'What it costs' });
    await expect(total.getByText('€3,919.28')).toBeVisible();
  };
  await measureJob({ clicks: 8, typed: 3 }, (person) => priceImport(person, 'UA'));
  await button(page, 'Save calculation').click();
  await expect(page.getByText('Calculation saved').first()).toBeVisible();
  await page.goto('/dashboard');
  await measureJob({ clicks: 6, typed: 3 }, (person) => priceImport(person));

  const { origin } = new URL(page.url());
  await fetch(`${origin}/apix/billing/usage/no-such-call/`, {
    headers: { authorization: `ApiKey ${key}` },
  });
  // Calls are written down a moment later.
  await expect.poll(async () => (await call('GET', 'billing/usage')).count).toBe(2);
  await page.goto('/dashboard');
  await measureJob({ clicks: 4, typed: 0 }, async ({ click, choose }) => {
    await click(sidebar(page, 'Usage'));
    await choose(page.getByLabel('Status'), '4');
    const row = page.getByRole('row', { name: /404/ }).first();
    await expect(row).toBeVisible();
    await click(row);
    await expect(
      page
        .getByRole('dialog')
        .getByText(/Request/)
        .first(),
    ).toBeVisible();
  });
});
