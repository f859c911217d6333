// Prices for projects and for the API: two pages that look like the tabs of one.
import type { Page } from '@playwright/test';
import { expect, hydrated, openVisitor, test } from './person.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Pricing' });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name });
const openTab = (page: Page) => tabs(page).locator('[aria-current=page]');

test('both tabs of the prices can be read and linked without JavaScript', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto('/pricing');
  await expect(openTab(page)).toHaveText('Working with us');
  const steps = page.getByRole('table', { name: 'The first step of each service' });
  await expect(steps.getByRole('row')).toHaveCount(7);
  await tab(page, 'API plans').click();
  await expect(page).toHaveURL(/\/pricing\/api$/);
  await expect(openTab(page)).toHaveText('API plans');
  const pro = page.getByRole('listitem').filter({ hasText: 'Choose Pro' });
  await expect(pro.getByText('$79', { exact: true })).toBeVisible();
  await page.getByText('Yearly, 16% less').click();
  await expect(pro.getByText('$790', { exact: true })).toBeVisible();
  await context.close();
});

test('the tabs of the prices are reached by keyboard, and what all plans have is said once', async ({
  browser,
}) => {
  const page = await openVisitor(browser);
  await page.goto('/pricing');
  await hydrated(page);
  await tab(page, 'API plans').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/pricing\/api$/);
  await expect(page.getByRole('heading', { level: 1, name: 'API plans' })).toBeFocused();
  await expect(page.getByText('Customs and vehicle calculations')).toHaveCount(1);
  await page.goBack();
  await expect(openTab(page)).toHaveText('Working with us');
  await page.context().close();
});

test('asking for a quote tells the form which service it is about', async ({ browser }) => {
  const page = await openVisitor(browser);
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Ask for a quote for Custom software' }).click();
  await expect(page).toHaveURL(/\/company\/contact\?about=\/services\/custom-software$/);
  await expect(page.getByLabel('Subject')).toHaveValue('Custom software');
  await page.context().close();
});
