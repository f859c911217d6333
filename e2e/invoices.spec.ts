import { readFile } from 'node:fs/promises';
import { scaledMs } from '../test/time-limits.ts';
import { expect, signIn, test, uniqueEmail } from './person.ts';
import { topUp } from './top-up.ts';

test('a person fills in the billing profile, buys a plan, and downloads its invoice', async ({
  page,
  quiet,
}) => {
  test.setTimeout(scaledMs(180_000));
  // The dashboard redirects anonymous visitors to sign-in before the page transition has ended.
  quiet.allow(/Transition was aborted/);
  await signIn(page, uniqueEmail());

  await page.goto('/dashboard/invoices');
  await expect(page.getByText('Your invoices have no address')).toBeVisible();
  await page.getByRole('link', { name: 'Billing profile' }).click();
  await page.getByRole('combobox', { name: 'Country' }).selectOption('France');
  await page.getByRole('textbox', { name: 'VAT number' }).fill('FR40303265044');
  await page.getByRole('button', { name: 'Save billing profile' }).click();
  await expect(page.getByText('This is not a valid VAT number')).toBeVisible();
  await page.getByText('Taxed as a consumer.').click();
  await page.getByRole('textbox', { name: 'Full name' }).fill('Marie Exemple');
  await page.getByRole('textbox', { name: 'Street and number' }).fill('1 rue de l’Exemple');
  await page.getByRole('textbox', { name: 'Postal code' }).fill('75001');
  await page.getByRole('textbox', { name: 'City' }).fill('Paris');
  await page.getByRole('button', { name: 'Save billing profile' }).click();
  await expect(
    page.getByText('Saved. Later invoices are made out to it.', { exact: true }),
  ).toBeVisible();

  await topUp(page, 100);
  await page.goto('/dashboard/plan');
  await page.getByRole('button', { name: 'Choose Pro' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Subscribe for $79.00' }).click();
  await expect(page.getByText('You are on Pro now', { exact: true })).toBeVisible();

  await expect(async () => {
    await page.goto('/dashboard/invoices');
    await page.getByRole('link', { name: /^INV-/ }).click({ timeout: scaledMs(2000) });
  }).toPass({ timeout: scaledMs(90_000) });
  await expect(page.getByText('20 % VAT, France')).toBeVisible();
  await expect(page.getByText('$13.17')).toBeVisible();
  await expect(page.getByText('Marie Exemple').first()).toBeVisible();

  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  expect(pdf.suggestedFilename()).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
  const [xml] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download XML' }).click(),
  ]);
  expect(await readFile(await xml.path(), 'utf8')).toContain('urn:cen.eu:en16931:2017');
});
