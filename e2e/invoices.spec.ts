import { scaledMs } from '../test/time-limits.ts';
import { buyPro, hasInvoice } from './factories.ts';
import { expect, signIn, test } from './person.ts';
import { readDownload } from './read-download.ts';

test('a person fills in the billing profile, buys a plan, and downloads its invoice', async ({
  page,
}) => {
  test.setTimeout(scaledMs(180_000));
  const customer = await signIn(page);
  await page.goto('/dashboard/invoices');
  await expect(page.getByText('Your invoices have no address')).toBeVisible();
  await page.getByRole('link', { name: 'Billing profile' }).click();
  await page.getByRole('combobox', { name: 'Country' }).selectOption('France');
  await page.getByText('Taxed as a consumer.').click();
  await page.getByRole('textbox', { name: 'Full name' }).fill('Marie Exemple');
  await page.getByRole('textbox', { name: 'Street and number' }).fill('1 rue de l’Exemple');
  await page.getByRole('textbox', { name: 'Postal code' }).fill('75001');
  await page.getByRole('textbox', { name: 'City' }).fill('Paris');
  await page.getByRole('button', { name: 'Save billing profile' }).click();
  await expect(
    page.getByText('Saved. Later invoices are made out to it.', { exact: true }),
  ).toBeVisible();

  await buyPro(page, customer);
  await hasInvoice(customer);
  await page.goto('/dashboard/invoices');
  await page.getByRole('link', { name: /^INV-/ }).click();
  await expect(page.getByText('20 % VAT, France')).toBeVisible();
  await expect(page.getByText('$13.17')).toBeVisible();
  await expect(page.getByText('Marie Exemple').first()).toBeVisible();
  const [name, pdf] = await readDownload(page, 'Download PDF');
  expect(name).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);
  expect(pdf).toMatch(/^%PDF-/);
  const [, xml] = await readDownload(page, 'Download XML');
  expect(xml).toContain('urn:cen.eu:en16931:2017');
});
