// Tariff codes, files of calculations, and what staff look after.
import { scaledMs } from '../test/time-limits.ts';
import { checkAppearance } from './check-appearance.ts';
import { expect, signIn, test, uniqueEmail } from './person.ts';
import { signInStaff } from './staff.ts';

// Axe runs four times on each screen.
test.setTimeout(scaledMs(120_000));

test('a tariff code is found by an everyday word, in another language too', async ({ page }) => {
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/customs');
  await page.getByRole('link', { name: 'Look up a tariff code' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tariff' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Clothing, knitted/ })).toBeVisible();
  await checkAppearance(page);
  const search = page.getByRole('searchbox', { name: 'Goods or code' });
  for (const word of ['mobile phone', 'телефон']) {
    await search.fill(word);
    await expect(page.getByRole('link', { name: /Smartphones/ })).toBeVisible();
  }
  await search.fill('unobtainium');
  await expect(page.getByText('No code matches. Searched: 103 codes')).toBeVisible();
  await search.fill('smartphnes');
  await page.getByRole('link', { name: /Smartphones/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Smartphones/ })).toBeVisible();
  await checkAppearance(page);
});

const header = 'reference,destination_country,price.amount,price.currency,incoterm';
const facts = 'powertrain,engine_capacity_cc,production_date';
const car = (reference: string, capacity: string) =>
  `${reference},UA,10000,EUR,CIF,petrol,${capacity},2019-05`;

test('a file is calculated line by line, and a bad line does not stop the others', async ({
  page,
}) => {
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/customs/batches');
  await expect(page.getByText('No batches yet')).toBeVisible();
  const text = [`${header},${facts}`, car('A-1', '1998'), car('A-2', '0'), car('A-3', '998')];
  const buffer = Buffer.from(text.join('\n'));
  const file = { name: 'cars.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('File to calculate').setInputFiles(file);
  await expect(page.getByText('3 lines: 3 calculations of your plan.')).toBeVisible();
  await page.getByRole('button', { name: 'Start 3 calculations' }).click();
  const row = page.getByRole('row').filter({ hasText: 'cars.csv' });
  await expect(row.getByText('Complete').first()).toBeVisible({ timeout: scaledMs(20_000) });
  await checkAppearance(page);
  const arriving = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Actions for cars.csv' }).click();
  await page.getByRole('menuitem', { name: 'Download the result' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await arriving).createReadStream()) chunks.push(chunk as Buffer);
  const result = Buffer.concat(chunks).toString();
  expect(result).toMatch(/A-1.*complete.*3919\.28/);
  expect(result).toMatch(/A-2.*failed/);
  expect(result).toMatch(/A-3.*complete/);
});

test('staff see which sources of the rules must be read again', async ({ page }) => {
  await signInStaff(page, 'admin');
  await page.goto('/admin/rule-sets');
  await page.getByRole('link', { name: 'Sources to read again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sources of the customs rules');
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('old');
  await expect(page.getByRole('link', { name: /Customs Tariff Act 1995/ })).toBeVisible();
  await checkAppearance(page);
});
