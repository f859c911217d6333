// Forms that show a figure derived from their input: it updates after every change, not only the
// first.
import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test, uniqueEmail } from './person.ts';

/** Acts, and waits until the text next to the form has changed and contains what is expected. */
async function expectUpdate(figure: Locator, act: () => Promise<unknown>, expected: RegExp) {
  const before = (await figure.textContent()) ?? '';
  await act();
  // Both conditions must be met at once, because there may be no figure between two others.
  const moved = async () => {
    const now = (await figure.textContent()) ?? '';
    return now !== before && expected.test(now);
  };
  await expect.poll(moved, `${before} should become ${expected}`).toBe(true);
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('what money costs follows its amount and its currency', async ({ page }) => {
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/wallet/add');
  const cost = page.getByRole('region', { name: 'What it costs' });
  await expect(cost).toContainText('Enter an amount to see what it costs.');
  await expectUpdate(cost, () => field(page, 'Amount').fill('100'), /Your wallet gets\s*\$100\.00/);
  await expectUpdate(cost, () => field(page, 'Amount').fill('250'), /Your wallet gets\s*\$250\.00/);
  const tether = page.getByRole('radio', { name: /Tether USD \(Tron\)/ });
  await expectUpdate(cost, () => tether.check(), /251\.25 USDT/);
  await expectUpdate(cost, () => page.getByRole('radio', { name: /Bitcoin/ }).check(), /BTC/);
  await expectUpdate(cost, () => field(page, 'Amount').fill(''), /Enter an amount/);

  // A link sets the amount, which can be changed.
  await page.goto('/dashboard/wallet/add?amount=79&currency=USD');
  await expect(cost).toContainText('$79.00');
  await expectUpdate(cost, () => field(page, 'Amount').fill('5000'), /\$5,000\.00/);
});

test('a conversion follows amount, currencies and their exchange', async ({ page }) => {
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/convert?from=EUR&to=USD&amount=1000');
  const result = page.getByRole('main').locator('output');
  await expect(result).toHaveText(/USD$/);
  await expectUpdate(result, () => field(page, 'Amount').fill('2000'), /USD$/);
  await expectUpdate(result, () => field(page, 'Amount').fill('2500.50'), /USD$/);
  await expectUpdate(
    result,
    () => page.getByLabel('To', { exact: true }).selectOption('GBP'),
    /GBP$/,
  );
  const swap = page.getByRole('button', { name: 'Swap the currencies' });
  await expectUpdate(result, () => swap.click(), /EUR$/);
});

async function fillInCar(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Destination' }).selectOption('UA');
  await page.getByRole('combobox', { name: 'Powertrain' }).selectOption('petrol');
  await page.getByRole('textbox', { name: 'Produced' }).fill('05/2019');
  await field(page, 'Price').fill('10,000');
  await page.getByLabel('Delivery term').selectOption('CIF');
  await field(page, 'Engine capacity').fill('1998');
}

test('the duty on a vehicle follows its facts', async ({ page }) => {
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/customs/vehicle');
  await fillInCar(page);
  const total = page.getByRole('region', { name: 'What it costs' });
  await expect(total).toContainText('€3,919.28');
  await expectUpdate(total, () => field(page, 'Price').fill('20,000'), /€/);
  await expectUpdate(total, () => field(page, 'Engine capacity').fill('2998'), /€/);
  const powertrain = page.getByRole('combobox', { name: 'Powertrain' });
  await expectUpdate(total, () => powertrain.selectOption('diesel'), /€/);
});

test('the duty on goods follows prices, quantities and lines', async ({ page }) => {
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/customs/goods');
  await page.getByRole('combobox', { name: 'Destination' }).selectOption('DE');
  await page.getByLabel('Delivery term').selectOption('CIF');
  await page.getByLabel('Description').fill('Shirts of cotton');
  await page.getByLabel('Tariff code').fill('61091000');
  await page.getByLabel('Price of one unit').fill('10');
  const total = page.getByRole('region', { name: 'What it costs' });
  await expectUpdate(total, () => page.getByLabel('Quantity').fill('100'), /€120\.00/);
  await expectUpdate(total, () => page.getByLabel('Price of one unit').fill('20'), /€240\.00/);
  await page.getByRole('button', { name: 'Add a line' }).click();
  const second = page.getByRole('group', { name: 'Line 2' });
  await second.getByLabel('Description').fill('Toys');
  await second.getByLabel('Tariff code').fill('9503 00');
  // 4.7 % of 250 more.
  await expectUpdate(total, () => second.getByLabel('Price of one unit').fill('250'), /€251\.75/);
});

test('a comparison follows the facts', async ({ page }) => {
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/customs/compare');
  for (const name of ['Ukraine', 'Georgia'])
    await page.getByRole('combobox', { name: 'Destinations' }).selectOption(name);
  await page.getByRole('combobox', { name: 'Powertrain' }).selectOption('petrol');
  await page.getByRole('textbox', { name: 'Produced' }).fill('05/2019');
  await field(page, 'Price').fill('10,000');
  await page.getByLabel('Delivery term').selectOption('CIF');
  await field(page, 'Engine capacity').fill('1998');
  const table = page.getByRole('table', { name: 'Scenarios side by side' });
  await expect(table).toContainText('€3,919.28');
  await field(page, 'Price').fill('20,000');
  await expect(table).not.toContainText('€3,919.28');
  await expect(table).toContainText('€');
});

test('the price of a plan follows plan and period', async ({ page }) => {
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/plan');
  const bill = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Choose Pro' }).click();
  await expect(bill).toContainText('To pay now');
  await expect(bill).toContainText('$79.00');
  await bill.getByRole('button', { name: 'Not now' }).click();
  await page.getByText('Yearly, 16% less').click();
  await page.getByRole('button', { name: 'Choose Pro' }).click();
  await expect(bill).toContainText('$790.00');
  await bill.getByRole('button', { name: 'Not now' }).click();
  await page.getByText('Monthly', { exact: true }).click();
  await page.getByRole('button', { name: 'Choose Scale' }).click();
  await expect(bill).toContainText('$299.00');
});

test('the count of a text and its speed follow what is set', async ({ page }) => {
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/speech?tab=speak');
  const text = page.getByLabel('Text to speak');
  const counted = page.getByText(/^Uses .* of your plan|^Characters are deducted from your plan/);
  await expectUpdate(counted, () => text.fill('Good morning.'), /13 characters/);
  await expectUpdate(counted, () => text.fill('Good morning to you.'), /20 characters/);
  const help = page.getByText(/^\d+ of [\d,]+ characters\.$/);
  await expectUpdate(help, () => text.fill('Good'), /^4 of/);
  const speed = page.getByRole('slider', { name: 'Speed' });
  const shown = page.locator('output', { hasText: /^\d\.\d\dx$/ });
  await expectUpdate(shown, () => speed.press('ArrowRight'), /x$/);
  await expectUpdate(shown, () => speed.press('ArrowRight'), /x$/);
});

test('the receipt on the home page follows its facts', async ({ page }) => {
  await page.goto('/');
  const receipt = page.getByRole('region', { name: 'Import charges on one car' });
  const total = receipt.getByRole('status');
  const choose = (fact: string, value: string) => () =>
    receipt.getByRole('combobox', { name: fact }).selectOption(value);
  await expectUpdate(total, choose('Price', '$40,000'), /\d/);
  await expectUpdate(total, choose('Price', '$10,000'), /\d/);
  await expectUpdate(total, choose('Built in', 'United Kingdom'), /\d/);
});

test('a duty without an account follows its facts once it is asked for again', async ({ page }) => {
  await page.goto('/customs');
  const heading = page.getByRole('heading', { name: 'Calculate', exact: true });
  await heading.scrollIntoViewIfNeeded();
  const calculate = page.getByRole('button', { name: 'Calculate' });
  await calculate.click();
  const section = page.locator('section', { has: heading });
  const landed = section.locator('dt:text-is("Landed cost") + dd');
  await expect(landed).toBeVisible();
  await field(page, 'Price').fill('33,000');
  await expect(page.getByText('You changed a fact: calculate again.')).toBeVisible();
  await expectUpdate(landed, () => calculate.click(), /\d/);
});
