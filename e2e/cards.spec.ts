import { scaledMs } from '../test/time-limits.ts';
import { checkAppearance } from './check-appearance.ts';
import { expect, readMails, signIn, test, uniqueEmail } from './person.ts';

test('a customer saves a card, tops up by it automatically, and removes it', async ({ page }) => {
  test.setTimeout(scaledMs(180_000));
  const email = uniqueEmail();
  await signIn(page, email);

  await page.goto('/dashboard/wallet');
  await page.getByRole('link', { name: 'Payment methods' }).click();
  await expect(page.getByText('No card saved')).toBeVisible();
  await checkAppearance(page);
  await page.getByRole('button', { name: 'Add card' }).click();
  await page.waitForURL('**/pay/sandbox/cards/*');
  await checkAppearance(page);
  await page.getByRole('button', { name: 'Save 4242 4242 4242 4242' }).click();
  await page.waitForURL('**/dashboard/wallet/payment-methods?setup=*');
  await expect(page.getByText('Your card is saved')).toBeVisible({ timeout: scaledMs(60_000) });
  await expect(page.getByText('Visa ending in 4242', { exact: true })).toBeVisible();

  await page.getByRole('radio', { name: /^The default card/ }).check();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Top up automatically' }).check();
  await page.getByLabel('When the balance is below').fill('20');
  await page.getByLabel('Charge', { exact: true }).fill('50');
  await page.getByLabel('At most in a month').fill('40');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter at least the amount of one top-up.')).toBeVisible();
  await page.getByLabel('At most in a month').fill('60');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Automatic top-up is on', { exact: true })).toBeVisible();
  await checkAppearance(page);

  // The job looks at balances every minute.
  await expect(page.getByText('$50.00 charged this month.')).toBeVisible({
    timeout: scaledMs(120_000),
  });
  await page.goto('/dashboard/wallet');
  await expect(page.getByText('Automatic top-up').first()).toBeVisible();
  await expect(page.getByText('$50.00').first()).toBeVisible();

  await page.goto('/dashboard/wallet/payment-methods');
  await page.getByRole('button', { name: 'Actions for Visa ending in 4242' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove card' }).click();
  await expect(page.getByText('No card saved')).toBeVisible();
  const subjects = (await readMails(email)).map(({ subject }) => subject);
  expect(subjects).toContain('Your Visa ending in 4242 is saved');
  expect(subjects).toContain('$50.00 is in your wallet');
});
