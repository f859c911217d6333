import type { Page } from '@playwright/test';
import { checkAppearance } from './check-appearance.ts';
import { expect, signIn, test } from './person.ts';
import { readDownload } from './read-download.ts';

async function fillInCar(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Destination' }).selectOption('UA');
  await page.getByRole('combobox', { name: 'Powertrain' }).selectOption('petrol');
  await page.getByRole('textbox', { name: 'Produced' }).fill('05/2019');
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('10,000');
  await page.getByLabel('Delivery term').selectOption('CIF');
  await page.getByRole('textbox', { name: 'Engine capacity' }).fill('1998');
}

test('a vehicle is calculated while it is typed, kept, shared, printed and run again', async ({
  page,
  openVisitor,
}) => {
  await signIn(page);
  await page.goto('/dashboard/customs/vehicle');
  await fillInCar(page);
  const total = page.getByRole('region', { name: 'What it costs' });
  await expect(total.getByText('€3,919.28')).toBeVisible();
  await page.getByText('Why this line').nth(1).click();
  await expect(page.getByText('1,998 cm³ ÷ 1,000 × 6 years × 50 EUR')).toBeVisible();
  await checkAppearance(page);

  await page.getByRole('textbox', { name: 'Title' }).fill('Toyota for Kyiv');
  await page.getByRole('button', { name: 'Save calculation' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Toyota for Kyiv' })).toBeVisible();
  const [name, paper] = await readDownload(page, 'Download PDF');
  expect(name).toMatch(/^customs-vehicle-\d+\.pdf$/);
  expect(paper).toMatch(/^%PDF-/);

  await page.getByRole('button', { name: 'Create a link' }).click();
  const field = page.getByLabel('Link', { exact: true });
  await expect(field).toHaveValue(/^http/);
  const link = await field.inputValue();
  const stranger = await openVisitor();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'Toyota for Kyiv' })).toBeVisible();
  await expect(stranger.getByText('€3,919.28').first()).toBeVisible();
  await expect(stranger.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await checkAppearance(stranger);

  await page.getByRole('button', { name: 'Run again today' }).click();
  await expect(page.getByRole('dialog').getByText(/^Nothing changed/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep the old result' }).click();
});

test('a shipment is calculated by line, and a file of them without stopping at a bad one', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/dashboard/customs/goods');
  await page.getByRole('combobox', { name: 'Destination' }).selectOption('DE');
  await page.getByLabel('Delivery term').selectOption('CIF');
  await page.getByLabel('Description').fill('cotton');
  await page.getByRole('button', { name: 'Find' }).click();
  const found = page.getByRole('dialog').getByRole('button');
  await found.filter({ hasText: /^61091000/ }).click();
  await page.getByLabel('Quantity').fill('100');
  await page.getByLabel('Price of one unit').fill('10');
  await page.getByRole('button', { name: 'Add a line' }).click();
  const second = page.getByRole('group', { name: 'Line 2' });
  await second.getByLabel('Description').fill('Toys');
  await second.getByLabel('Tariff code').fill('9503 00');
  await second.getByLabel('Price of one unit').fill('250');
  // 12 % of 1,000, and 4.7 % of 250.
  const total = page.getByRole('region', { name: 'What it costs' });
  await expect(total.getByText('€131.75')).toBeVisible();

  const header = 'reference,destination_country,price.amount,price.currency,incoterm';
  const car = (reference: string, capacity: string) =>
    `${reference},UA,10000,EUR,CIF,petrol,${capacity},2019-05`;
  const lines = [
    `${header},powertrain,engine_capacity_cc,production_date`,
    car('A-1', '1998'),
    car('A-2', '0'),
  ];
  const buffer = Buffer.from(lines.join('\n'));
  await page.goto('/dashboard/customs/batches');
  const file = { name: 'cars.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('File to calculate').setInputFiles(file);
  await page.getByRole('button', { name: 'Start 2 calculations' }).click();
  const row = page.getByRole('row').filter({ hasText: 'cars.csv' });
  await expect(row.getByText('Complete').first()).toBeVisible();
});
