import { checkAppearance } from './check-appearance.ts';
import { expect, readMails, signIn, test } from './person.ts';

test('a customer saves a card, lets it top up automatically, and removes it', async ({ page }) => {
  const { address } = await signIn(page);
  await page.goto('/dashboard/wallet/payment-methods');
  await expect(page.getByText('No card saved')).toBeVisible();
  await page.getByRole('button', { name: 'Add card' }).click();
  await page.waitForURL('**/pay/sandbox/cards/*');
  await checkAppearance(page);
  await page.getByRole('button', { name: 'Save 4242 4242 4242 4242' }).click();
  await page.waitForURL('**/dashboard/wallet/payment-methods?setup=*');
  await expect(page.getByText('Your card is saved')).toBeVisible();
  await expect(page.getByText('Visa ending in 4242', { exact: true })).toBeVisible();

  await page.getByRole('checkbox', { name: 'Top up automatically' }).check();
  await page.getByLabel('When the balance is below').fill('20');
  await page.getByLabel('Charge', { exact: true }).fill('50');
  await page.getByLabel('At most in a month').fill('60');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Automatic top-up is on', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Visa ending in 4242' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove card' }).click();
  await expect(page.getByText('No card saved')).toBeVisible();
  const subjects = async () => (await readMails(address)).map(({ subject }) => subject);
  await expect.poll(subjects).toContain('Your Visa ending in 4242 is saved');
});
