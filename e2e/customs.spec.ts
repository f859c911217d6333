import type { Locator, Page } from '@playwright/test';
import { scaledMs } from '../test/time-limits.ts';
import { checkAppearance } from './check-appearance.ts';
import { expect, openVisitor, signIn, test, uniqueEmail } from './person.ts';
import { openStaff, signInStaff } from './staff.ts';

// Axe runs four times on each screen.
test.setTimeout(scaledMs(120_000));

async function fillInCar(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Powertrain' }).selectOption('petrol');
  await page.getByRole('textbox', { name: 'Produced' }).fill('05/2019');
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('10,000');
  await page.getByLabel('Delivery term').selectOption('CIF');
}

async function readDownload(page: Page, name: string): Promise<[string, string]> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const download = await arriving;
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return [download.suggestedFilename(), Buffer.concat(chunks).toString('latin1')];
}

test('a vehicle is calculated while it is typed, kept, shared, printed and run again', async ({
  page,
  browser,
}) => {
  await signIn(page, uniqueEmail());
  await page.getByRole('link', { name: 'Customs', exact: true }).first().click();
  await expect(page.getByText('No calculations yet')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Import a vehicle' }).first().click();
  // The previous screen has a field for the destination too.
  await expect(page.getByRole('heading', { level: 1, name: 'Import a vehicle' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Destination' }).selectOption('UA');
  await fillInCar(page);
  await page.getByRole('textbox', { name: 'Make' }).fill('Toyota');

  const total = page.getByRole('region', { name: 'What it costs' });
  await expect(total.getByText('A minimum, not the total')).toBeVisible();
  await expect(page.getByText(/^To know more, state: Engine capacity/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Engine capacity' }).fill('1998');
  await expect(total.getByText('€3,919.28')).toBeVisible();
  await expect(total.getByText('A minimum, not the total')).toHaveCount(0);

  // Input survives a reload.
  await page.reload();
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
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  const stranger = await openVisitor(browser);
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'Toyota for Kyiv' })).toBeVisible();
  await expect(stranger.getByText('€3,919.28').first()).toBeVisible();
  await expect(stranger.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await checkAppearance(stranger);
  await page.getByRole('button', { name: 'Withdraw link' }).click();
  const asked = page.getByRole('alertdialog');
  await asked.getByRole('button', { name: 'Withdraw link' }).click();
  await expect(page.getByRole('button', { name: 'Create a link' })).toBeVisible();
  await stranger.goto(link);
  await expect(stranger.getByText('This link shows nothing')).toBeVisible();
  await stranger.context().close();

  await page.getByRole('button', { name: 'Run again today' }).click();
  await expect(page.getByRole('dialog').getByText(/^Nothing changed/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep the old result' }).click();
  await checkAppearance(page);

  await page.getByRole('button', { name: 'Actions for Toyota for Kyiv' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const engine = page.getByRole('textbox', { name: 'Engine capacity' });
  await expect(engine).toHaveValue('1998');
  await engine.fill('2998');
  // A duplicate is not stored as a draft.
  await page.getByRole('link', { name: 'Customs', exact: true }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await expect(engine).toHaveValue('2998');
  await page.getByRole('link', { name: 'Customs', exact: true }).first().click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByLabel('Search').fill('kyiv');
  await page.getByRole('button', { name: 'Search calculations' }).click();
  await expect(page.getByRole('link', { name: 'Toyota for Kyiv' })).toBeVisible();
  await checkAppearance(page);
});

async function fillLine(line: Locator, what: string, code: string, price: string): Promise<void> {
  await line.getByLabel('Description').fill(what);
  await line.getByLabel('Tariff code').fill(code);
  await line.getByLabel('Price of one unit').fill(price);
}

test('a shipment of three lines is calculated by line, with a rate of one’s own', async ({
  page,
}) => {
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/customs/goods');
  await page.getByRole('combobox', { name: 'Destination' }).selectOption('DE');
  await page.getByLabel('Delivery term').selectOption('CIF');
  await page.getByLabel('Description').fill('cotton');
  await page.getByRole('button', { name: 'Find' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('button')
    .filter({ hasText: /^61091000/ })
    .click();
  await page.getByLabel('Quantity').fill('100');
  await page.getByLabel('Price of one unit').fill('10');
  await page.getByRole('button', { name: 'Add a line' }).click();
  await page.getByRole('button', { name: 'Add a line' }).click();
  await fillLine(page.getByRole('group', { name: 'Line 2' }), 'Toys', '9503 00', '250');
  const third = page.getByRole('group', { name: 'Line 3' });
  await fillLine(third, 'Trainers', '64041100', '100');

  const total = page.getByRole('region', { name: 'What it costs' });
  // 12 % of 1,000, 4.7 % of 250 and 16.9 % of 100.
  await expect(total.getByText('€148.65')).toBeVisible();
  await third.getByText('Your own rates').click();
  await third.getByLabel('Your duty rate').fill('5');
  await expect(total.getByText('€136.75')).toBeVisible();
  const lines = page.getByRole('region', { name: 'By line of goods' });
  await lines.getByText('Trainers').click();
  await expect(lines.getByText('your own rate', { exact: true })).toBeVisible();
  await checkAppearance(page);

  await third.getByLabel('Tariff code').fill('12');
  await expect(total.getByRole('link', { name: 'Tariff code of line 3' })).toBeVisible();
  await third.getByLabel('Tariff code').fill('64041100');
  await page.getByRole('textbox', { name: 'Title' }).fill('Summer order');
  await page.getByRole('button', { name: 'Save calculation' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Summer order' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Facts' }).getByText('Trainers')).toBeVisible();
  const [name] = await readDownload(page, 'Download PDF');
  expect(name).toMatch(/^customs-goods-\d+\.pdf$/);
});

test('countries are compared side by side', async ({ page }) => {
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/customs/compare');
  for (const name of ['Germany', 'Ukraine', 'Georgia'])
    await page.getByRole('combobox', { name: 'Destinations' }).selectOption(name);
  await expect(page.getByText(/Still needed:/)).toBeVisible();
  await fillInCar(page);
  await page.getByRole('textbox', { name: 'Engine capacity' }).fill('1998');
  await page.getByRole('combobox', { name: 'Country of origin' }).selectOption('JP');
  const table = page.getByRole('table', { name: 'Scenarios side by side' });
  await expect(table.getByRole('columnheader', { name: /^Germany/ })).toBeVisible();
  await expect(table.getByText('€3,919.28')).toBeVisible();
  await expect(table.getByText('Lowest duties and taxes')).toHaveCount(1);
  await checkAppearance(page);
  await page.getByRole('combobox', { name: 'Currency', exact: true }).selectOption('US dollars');
  await expect(table.getByText(/^\$[\d,]+\.\d\d$/).first()).toBeVisible();
  await page.reload();
  await expect(table.getByText(/^\$[\d,]+\.\d\d$/).first()).toBeVisible();
  await table.getByRole('button', { name: 'Save Georgia' }).click();
  await table.getByRole('link', { name: 'Open Georgia' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Georgia' })).toBeVisible();

  await page.goto('/dashboard/convert?from=EUR&to=USD&amount=2500');
  await expect(page.getByText(/^1 EUR = /)).toBeVisible();
  await checkAppearance(page);
});

test('a visitor calculates a duty without an account', async ({ page }) => {
  await page.goto('/customs');
  const heading = page.getByRole('heading', { name: 'Calculate', exact: true });
  await heading.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Calculate' }).click();
  const line = page.getByText('Excise by engine and age', { exact: true });
  await expect(line).toBeVisible();
  await page.getByRole('combobox', { name: 'Destination' }).selectOption('DE');
  await expect(page.getByText('You changed a fact: calculate again.')).toBeVisible();
  await page.getByRole('button', { name: 'Calculate' }).click();
  await expect(line).toHaveCount(0);
  await checkAppearance(page);
});

test('rules are drafted by one person, and reviewed and published by another', async ({
  page,
  browser,
  quiet,
}) => {
  quiet.allow(/status of 400/);
  await signInStaff(page, 'rules-author');
  await page.goto('/admin/rule-sets?status=published&search=no.vehicle');
  const norway = page.getByRole('link', { name: 'Vehicle import into Norway' });
  await expect(norway).toBeVisible();
  await checkAppearance(page);
  await norway.click();
  await expect(page.getByText('Every check passes')).toBeVisible();
  await page.getByRole('link', { name: 'Draft the next version' }).click();
  await expect(page.getByLabel('In force from')).toBeVisible();
  await checkAppearance(page);
  await page.getByRole('tab', { name: 'JSON' }).click();
  const rules = page.getByRole('textbox', { name: 'Rules' });
  const text = await rules.inputValue();
  await rules.fill(text.replace('"currency"', '"money"'));
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText(/^currency: /)).toBeVisible();
  await checkAppearance(page);
  await rules.fill(text);
  await page.getByRole('textbox', { name: 'Note' }).fill('The next version');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Waits for a second person')).toBeVisible();
  await page.getByRole('tab', { name: 'Changes' }).click();
  await expect(page.getByText(/^Against version \d+: 0 of \d+ examples change\.$/)).toBeVisible();
  await checkAppearance(page);

  const reviewer = await openStaff(browser, 'rules-reviewer');
  await reviewer.goto(page.url());
  await reviewer.getByRole('button', { name: 'Approve' }).click();
  await reviewer.getByRole('button', { name: 'Publish' }).click();
  await reviewer.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await expect(reviewer.getByRole('link', { name: 'Draft the next version' })).toBeVisible();
  await reviewer.context().close();
});
