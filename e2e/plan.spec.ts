import { expect, readCode, requestCode, signIn, test, uniqueEmail } from './person.ts';
import { topUp } from './top-up.ts';

test('a plan is paid from a top-up, upgraded with a preview, cancelled and kept', async ({
  page,
  quiet,
}) => {
  // The dashboard redirects anonymous visitors to sign-in before the page transition has ended.
  quiet.allow(/Transition was aborted/);
  // An anonymous visitor chooses a plan and returns to it after signing in.
  const address = uniqueEmail();
  await page.goto('/pricing/api');
  await expect(page.getByText('14 days free', { exact: true })).toBeVisible();
  await page.getByText('Yearly, 16% less').click();
  await expect(page.getByText('a year, $65.83 a month')).toBeVisible();
  await page.getByRole('link', { name: 'Choose Pro' }).click();
  await requestCode(page, address);
  await page.getByLabel('Verification code').fill(await readCode(address));
  await page.waitForURL('**/dashboard/plan?*');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('You have $0.00: $790.00 is missing')).toBeVisible();
  await dialog.getByRole('button', { name: 'Not now' }).click();

  await topUp(page, 400);

  await page.goto('/dashboard/plan');
  const yours = page.getByRole('region', { name: 'Your plan' });
  await expect(yours.getByText('Free', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Choose Pro' }).click();
  await expect(dialog.getByText('You have $400.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Subscribe for $79.00' }).click();
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

test('a plan by card holds nothing until it is paid, and takes its payment along', async ({
  page,
}) => {
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/plan?tariff=pro&period=monthly');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Subscribe for $79.00' }).click();
  await page.waitForURL('**/dashboard/payments/*');
  const payment = page.url();

  await page.getByRole('link', { name: 'Overview', exact: true }).first().click();
  const later = page.getByRole('region', { name: 'Later' });
  await expect(later.getByText('Pro waits for its payment.')).toBeVisible();
  await expect(
    page.getByText(/^Your Pro plan is waiting for your payment of \$79\.00/),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Open the payment' }).click();
  await expect(page).toHaveURL(payment);

  await page.getByRole('link', { name: 'Plan', exact: true }).first().click();
  await expect(page.getByText('Pro is waiting for your payment')).toBeVisible();
  const yours = page.getByRole('region', { name: 'Your plan' });
  await expect(yours.getByText('The limits of the free plan')).toBeVisible();
  await expect(yours.getByText('Renews')).toHaveCount(0);
  await expect(page.getByText('0 of 10,000')).toBeVisible();
  await yours.getByRole('button', { name: 'Cancel the plan' }).click();
  await dialog.getByRole('button', { name: 'Cancel the plan' }).click();
  await expect(page.getByText('The plan is cancelled', { exact: true })).toBeVisible();
  await expect(yours.getByText('Free', { exact: true })).toBeVisible();
  await page.goto(payment);
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
});
