import type { Download, Page } from '@playwright/test';
import { scaledMs } from '../test/time-limits.ts';
import { checkAppearance } from './check-appearance.ts';
import { expect, signIn, test, uniqueEmail } from './person.ts';
import { openStaff } from './staff.ts';

async function readDownload(page: Page, name: string): Promise<[Download, string]> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const download = await arriving;
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return [download, Buffer.concat(chunks).toString('latin1')];
}

test('the screens of the wallet are sound in both themes, narrow and wide', async ({ page }) => {
  test.setTimeout(scaledMs(120_000));
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/wallet');
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await checkAppearance(page);
  await page.goto('/dashboard/wallet/add?amount=40&currency=usdttrc20');
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible();
  await checkAppearance(page);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('Waiting for payment')).toBeVisible();
  await checkAppearance(page);
  await page.getByRole('link', { name: 'Wallet', exact: true }).first().click();
  await page.getByRole('link', { name: 'All payments' }).click();
  await expect(page.getByRole('link', { name: /^PAY_/ })).toBeVisible();
  await checkAppearance(page);
  await page.getByLabel('Status').selectOption('completed');
  await expect(page).toHaveURL(/status=completed/);
  await expect(page.getByText('No payment matches')).toBeVisible();
});

test('a top-up that was short is completed, credited and documented', async ({ page, context }) => {
  await signIn(page, uniqueEmail());
  await page.getByRole('link', { name: 'Wallet', exact: true }).first().click();
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add money' }).first().click();
  await page.getByLabel('Amount').fill('0.5');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText(/^Enter at least/)).toBeVisible();
  const costs = page.getByRole('region', { name: 'What it costs' });
  await page.getByLabel('Amount').fill('5000');
  await expect(costs).toContainText('$5,000.00');
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
  await checkout.getByLabel(/^Amount in/).fill('60');
  await checkout.getByRole('button', { name: 'Pay this amount' }).click();

  // Without any interaction: the event stream delivers the change.
  await expect(page.getByText('The amount was short')).toBeVisible({ timeout: scaledMs(15_000) });
  await expect(page.getByText('Still to send')).toBeVisible();
  await expect(page.getByText('60.60 USDT', { exact: true })).toBeVisible();

  await checkout.getByRole('button', { name: 'Pay the rest' }).click();
  await expect(page.getByText('The money is in your wallet')).toBeVisible({
    timeout: scaledMs(15_000),
  });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByRole('listitem')).toContainText([
    'Payment started',
    'Partially paid',
    'Completed',
  ]);
  const [receipt, paper] = await readDownload(page, 'Download receipt');
  expect(receipt.suggestedFilename()).toMatch(/^PAY_\d{8}_[0-9A-F]{8}\.pdf$/);
  expect(paper).toMatch(/^%PDF-/);

  await page.getByRole('link', { name: 'Open wallet' }).click();
  const balances = page.getByRole('region', { name: 'Balances' });
  await expect(balances.getByText('$120.00')).toBeVisible();
  const [, statement] = await readDownload(page, 'Download statement');
  expect(statement).toMatch(/^%PDF-/);
  const [, rows] = await readDownload(page, 'Export CSV');
  expect(rows.trim().split('\n')).toHaveLength(3);

  await page.getByLabel('Direction').selectOption('debit');
  await expect(page).toHaveURL(/direction=debit/);
  await expect(page.getByText('No transaction matches')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter: Money out' }).click();
  await expect(page.getByText('+$60.30').or(page.getByText('+$59.70')).first()).toBeVisible();
});

test('a pending payment is cancelled after a confirmation', async ({ page }) => {
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/wallet/add?amount=40&currency=btc');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL('**/dashboard/payments/*');
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText(/^Cancel payment PAY_/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel payment' }).click();
  await expect(page.getByText('You cancelled this payment')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel payment' })).toHaveCount(0);
});

test('a refund is proposed with what is possible, and approved by somebody else', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(scaledMs(90_000));
  const customer = uniqueEmail();
  await signIn(page, customer);
  await page.goto('/dashboard/wallet/add?amount=30&currency=USD');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL('**/dashboard/payments/*');
  const checkout = await context.newPage();
  const link = page.getByRole('link', { name: 'Open the payment page' });
  await checkout.goto((await link.getAttribute('href'))!);
  await checkout.getByRole('button', { name: 'Pay in full' }).click();
  await expect(page.getByText('The money is in your wallet')).toBeVisible({
    timeout: scaledMs(15_000),
  });
  const number = (await page
    .getByText(/^PAY_\d{8}_/)
    .first()
    .textContent())!;

  const proposer = await openStaff(browser, 'rules-author');
  await proposer.goto(`/admin/payments?search=${number}`);
  await proposer.getByRole('button', { name: `Actions for ${number}` }).click();
  await proposer.getByRole('menuitem', { name: 'Propose a refund' }).click();
  const dialog = proposer.getByRole('dialog');
  await expect(dialog.getByText('Up to $30.00 of $30.00.')).toBeVisible();
  await expect(dialog.getByText('Empty: $30.00.')).toBeVisible();
  await dialog.getByLabel('Amount').fill('12.50');
  await dialog.getByLabel('Reason').fill('Ordered twice');
  await dialog.getByRole('button', { name: 'Propose refund' }).click();
  await expect(proposer.getByText('Someone else must approve it.').first()).toBeVisible();

  const approver = await openStaff(browser, 'rules-reviewer');
  await approver.goto('/admin/payments/adjustments?status=proposed');
  const row = approver.getByRole('row').filter({ hasText: number });
  await row.getByRole('button', { name: 'Approve' }).click();
  const question = approver.getByRole('alertdialog');
  await expect(question.getByRole('link', { name: number })).toBeVisible();
  await expect(question).toContainText(`${customer} has $30.00 in the wallet`);
  await question.getByRole('button', { name: 'Approve' }).click();
  await expect(
    approver.getByText('Approved. The provider has been asked for the refund.').first(),
  ).toBeVisible();
  await page.goto('/dashboard/wallet');
  await expect(page.getByRole('region', { name: 'Balances' }).getByText('$17.50')).toBeVisible();
  await proposer.context().close();
  await approver.context().close();
});
