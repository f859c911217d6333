import { checkAppearance } from './check-appearance.ts';
import { expect, signIn, test } from './person.ts';
import { readDownload } from './read-download.ts';

test('a top-up that was short is completed, credited and documented', async ({ page, context }) => {
  await signIn(page);
  await page.goto('/dashboard/wallet');
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add money' }).first().click();
  const costs = page.getByRole('region', { name: 'What it costs' });
  await page.getByLabel('Amount').fill('120');
  await expect(costs).toContainText('$120.00');
  await page.getByRole('radio', { name: /Tether USD \(Tron\)/ }).check();
  await expect(costs).toContainText('120.60 USDT');
  await page.getByRole('button', { name: 'Continue to payment' }).click();

  await page.waitForURL('**/dashboard/payments/*');
  await expect(page.getByText('Waiting for payment')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code to pay with' })).toBeVisible();
  await expect(page.getByText('120.60 USDT').first()).toBeVisible();

  const checkout = await context.newPage();
  const link = page.getByRole('link', { name: 'Open the payment page' });
  await checkout.goto((await link.getAttribute('href'))!);
  await checkAppearance(checkout);
  await checkout.getByLabel(/^Amount in/).fill('60');
  await checkout.getByRole('button', { name: 'Pay this amount' }).click();

  // Without any interaction: the event stream delivers the change.
  await expect(page.getByText('The amount was short')).toBeVisible();
  await expect(page.getByText('Still to send')).toBeVisible();
  await expect(page.getByText('60.60 USDT', { exact: true })).toBeVisible();

  await checkout.getByRole('button', { name: 'Pay the rest' }).click();
  await expect(page.getByText('The money is in your wallet')).toBeVisible();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByRole('listitem')).toContainText([
    'Payment started',
    'Partially paid',
    'Completed',
  ]);
  const [receipt, paper] = await readDownload(page, 'Download receipt');
  expect(receipt).toMatch(/^PAY_\d{8}_[0-9A-F]{8}\.pdf$/);
  expect(paper).toMatch(/^%PDF-/);

  await page.getByRole('link', { name: 'Open wallet' }).click();
  const balances = page.getByRole('region', { name: 'Balances' });
  await expect(balances.getByText('$120.00')).toBeVisible();
  const [, statement] = await readDownload(page, 'Download statement');
  expect(statement).toMatch(/^%PDF-/);
  const [, rows] = await readDownload(page, 'Export CSV');
  expect(rows.trim().split('\n')).toHaveLength(3);
});
