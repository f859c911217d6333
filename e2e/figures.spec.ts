import { readFile } from 'node:fs/promises';
import { scaledMs } from '../test/time-limits.ts';
import { findViolations } from './axe.ts';
import { expect, signIn, test, uniqueEmail } from './person.ts';
import { openStaff } from './staff.ts';
import { topUp } from './top-up.ts';

test('finance finds a new paid plan in the figures, and who bought it', async ({
  page,
  browser,
  quiet,
}) => {
  test.setTimeout(scaledMs(180_000));
  quiet.allow(/Transition was aborted/);
  const email = uniqueEmail();
  await signIn(page, email);
  await topUp(page, 100);
  await page.goto('/dashboard/plan');
  await page.getByRole('button', { name: 'Choose Pro' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Subscribe for $79.00' }).click();
  await expect(page.getByText('You are on Pro now', { exact: true })).toBeVisible();

  const finance = await openStaff(browser, 'admin');
  await finance.goto('/admin');
  await finance.getByRole('navigation', { name: 'Console' }).getByText('Figures').click();
  await expect(finance.getByRole('application', { name: /^Movements of MRR/ })).toBeVisible();
  await finance.getByLabel('Movement', { exact: true }).selectOption('New');
  await expect(finance).toHaveURL(/kind=new/);
  const row = finance.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('+$79.00');
  expect(await findViolations(finance)).toEqual([]);
  const [file] = await Promise.all([
    finance.waitForEvent('download'),
    finance.getByRole('button', { name: 'CSV' }).first().click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain('mrr_before');

  await finance.getByRole('link', { name: 'Customers' }).click();
  await expect(finance.getByText(/counts no visits to the site/)).toBeVisible();
  await finance.getByLabel('Period').selectOption('3 months');
  await expect(finance).toHaveURL(/months=3/);
  expect(await findViolations(finance)).toEqual([]);
  await finance.getByRole('link', { name: 'Short balances' }).click();
  await expect(
    finance.getByRole('heading', { name: 'Renewals that are not covered' }),
  ).toBeVisible();
  await finance.goBack();
  await finance.goto('/admin/figures?kind=new');
  await finance.getByRole('link', { name: email }).click();
  await expect(finance).toHaveURL(/\/admin\/users\/\d+$/);
  await finance.context().close();
});
