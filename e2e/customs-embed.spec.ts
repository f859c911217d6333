// The public pages about imports, and the calculator on another site.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './person.ts';

test('a country page leads to its example, its sources and a live total', async ({ page }) => {
  await page.goto('/customs/poland/vehicles');
  await expect(page).toHaveTitle('Import duty on vehicles: Poland · Weftline');
  const glance = page.getByRole('region', { name: 'At a glance' });
  await expect(glance.getByRole('row', { name: /^Value added or sales tax/ })).toBeVisible();
  await page.getByRole('link', { name: 'Source 1' }).first().click();
  await expect(page).toHaveURL(/#source-1$/);
  const own = page.getByRole('region', { name: 'Your own vehicle' });
  await own.scrollIntoViewIfNeeded();
  await own.getByRole('button', { name: 'Calculate' }).click();
  await expect(own.getByText('Duties and taxes').first()).toBeVisible();
});

/** A page of another site, which shows the HTML of a calculator. */
async function serveShop() {
  let html = '';
  const site = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(html),
  );
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    show(code: string) {
      html = `<!doctype html><html lang="en"><title>Shop</title>${code}`;
    },
    close: () => site.close(),
  };
}

async function createCalculator(page: Page, site: string) {
  await signIn(page);
  await page.goto('/dashboard/customs/embed');
  await page.getByRole('button', { name: 'Create calculator' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a calculator' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await form.getByRole('textbox', { name: 'Sites' }).fill(site);
  await form.getByRole('button', { name: 'Create calculator' }).click();
  return page.getByRole('dialog', { name: 'HTML for Shop' });
}

test('an owner puts a calculator on a site, and visitors get the full result', async ({
  page,
  browser,
  baseURL,
}) => {
  const shop = await serveShop();
  try {
    const code = await createCalculator(page, shop.address);
    await code.getByRole('combobox', { name: 'Destination' }).first().selectOption('UA');
    await expect(code.locator('pre')).toContainText('country="UA"');
    shop.show(await code.locator('pre').innerText());

    // Without the header that tells visitors apart: browsers send it to no other site.
    const visitor = await browser.newPage({ extraHTTPHeaders: {} });
    await visitor.goto(shop.address);
    await visitor.getByLabel('Price', { exact: true }).fill('10,000');
    await visitor.getByLabel('Powertrain').selectOption('petrol');
    await visitor.getByLabel(/^Engine capacity/).fill('1998');
    await visitor.getByLabel('Produced', { exact: true }).fill('2019-05');
    await visitor.getByRole('button', { name: 'Calculate' }).click();
    const result = visitor.getByRole('region', { name: 'Result' });
    await expect(result).toContainText('Value added tax');
    const full = await result.getByRole('link', { name: /^The full result/ }).getAttribute('href');
    await visitor.close();
    await page.goto(new URL(full ?? '').href.replace(new URL(full ?? '').origin, String(baseURL)));
    await expect(page.getByText('Customs value').first()).toBeVisible();

    await page.goto('/dashboard/customs/embed');
    await expect(page.getByText('1 of 100').first()).toBeVisible();
  } finally {
    shop.close();
  }
});
