import { topUp } from './factories.ts';
import { expect, signIn, test, uniqueEmail } from './person.ts';

test('a plan is paid from a top-up once the country is known, upgraded with a preview, cancelled and kept', async ({
  page,
  quiet,
}) => {
  // The order without a country.
  quiet.allow(/status of 400 .*\/billing\/subscriptions\//);
  const customer = await signIn(page, uniqueEmail(), { country: null });
  await page.goto('/pricing/api');
  await page.getByText('Yearly, 16% less').click();
  await page.getByRole('link', { name: 'Choose Pro' }).click();
  await page.waitForURL('**/dashboard/plan?*');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('You have $0.00: $790.00 is missing')).toBeVisible();
  await dialog.getByRole('button', { name: 'Not now' }).click();

  await topUp(page, customer, 400);
  await page.goto('/dashboard/plan');
  const yours = page.getByRole('region', { name: 'Your plan' });
  await expect(yours.getByText('Free', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Choose Pro' }).click();
  await expect(dialog.getByText('You have $400.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Subscribe for $79.00' }).click();
  const question = page.getByRole('dialog', { name: 'Where are you billed?' });
  await question.getByRole('combobox', { name: 'Country' }).selectOption('France');
  await question.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByText('You are on Pro now', { exact: true })).toBeVisible();
  await expect(yours.getByText('$79.00 a month')).toBeVisible();

  await page.getByRole('button', { name: 'Choose Scale' }).click();
  await expect(dialog.getByText('Unused part of Pro')).toBeVisible();
  await expect(dialog.getByText('To pay now')).toBeVisible();
  await dialog.getByRole('button', { name: /^Upgrade for \$2(19\.\d\d|20\.00)$/ }).click();
  await expect(yours.getByText('$299.00 a month')).toBeVisible();
  const short = page.getByText(/^\$\d+\.\d\d is missing for Scale on /);
  await expect(short).toBeVisible();

  await yours.getByRole('button', { name: 'Cancel the plan' }).click();
  await dialog.getByLabel('Why? (optional)').selectOption('I no longer need it');
  await dialog.getByRole('button', { name: 'Cancel the plan' }).click();
  await expect(page.getByText(/^Your Scale plan ends on /)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(short).toHaveCount(0);
  await page.getByRole('button', { name: 'Keep the plan' }).click();
  await expect(page.getByText('Your plan will renew', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Your Scale plan ends on /)).toHaveCount(0);

  await page.getByRole('link', { name: 'Wallet', exact: true }).first().click();
  await expect(page.getByText('-$79.00').or(page.getByText('−$79.00')).first()).toBeVisible();
});
