import { expect, type Page } from '@playwright/test';
import { scaledMs } from '../test/time-limits.ts';

/** Adds money to the wallet of who is signed in, through the checkout of the sandbox. */
export async function topUp(page: Page, amount: number): Promise<void> {
  await page.goto(`/dashboard/wallet/add?amount=${amount}&currency=USD`);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL('**/dashboard/payments/*');
  const link = page.getByRole('link', { name: 'Open the payment page' });
  const checkout = await page.context().newPage();
  await checkout.goto((await link.getAttribute('href'))!);
  await checkout.getByRole('button', { name: 'Pay in full' }).click();
  await expect(page.getByText('The money is in your wallet')).toBeVisible({
    timeout: scaledMs(60_000),
  });
  await checkout.close();
}
