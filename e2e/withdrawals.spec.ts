import { scaledMs } from '../test/time-limits.ts';
import { checkAppearance } from './check-appearance.ts';
import { expect, signIn, test, uniqueEmail } from './person.ts';
import { openStaff } from './staff.ts';
import { topUp } from './top-up.ts';

test('a customer withdraws, one person approves, another pays out', async ({ page, browser }) => {
  test.setTimeout(scaledMs(180_000));
  await signIn(page, uniqueEmail());
  await topUp(page, 60);

  await page.goto('/dashboard/wallet');
  await expect(page.getByText('Reserved', { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('At most $60.00.')).toBeVisible();
  await checkAppearance(page);
  await page.getByRole('radio', { name: /Bank account/ }).check();
  await page.getByLabel('Account holder').fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 01');
  await page.getByLabel('Amount').fill('45');
  await page.getByRole('button', { name: 'Request withdrawal' }).click();
  await expect(page.getByText('This is not a valid IBAN')).toBeVisible();
  await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 00');
  await page.getByRole('button', { name: 'Request withdrawal' }).click();
  await page.waitForURL('**/dashboard/withdrawals/*');
  await expect(page.getByText('Waiting for review').first()).toBeVisible();
  await expect(page.getByText('DE...3000')).toBeVisible();
  await checkAppearance(page);
  const uuid = new URL(page.url()).pathname.split('/').at(-1);

  const approver = await openStaff(browser, 'admin');
  await approver.goto(`/admin/payments/withdrawals/${uuid}`);
  await expect(approver.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible();
  await checkAppearance(approver);
  await approver.getByRole('button', { name: 'Approve' }).click();
  await approver.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(approver.getByText('somebody else pays it out')).toBeVisible();

  const payer = await openStaff(browser, 'boss');
  await payer.goto('/admin/payments/withdrawals?status=approved');
  await payer.goto(`/admin/payments/withdrawals/${uuid}`);
  await payer.getByRole('button', { name: 'Pay out' }).click();
  await payer.getByLabel('Reference').fill('SEPA 4711');
  await payer.getByRole('button', { name: 'Paid out' }).click();
  await payer.getByRole('link', { name: 'Open journal' }).click();
  await expect(payer.getByRole('heading', { name: 'Withdrawal of $45.00' })).toBeVisible();
  await expect(payer.getByText('Provider clearing, manual')).toBeVisible();
  await checkAppearance(payer);

  await page.goto('/dashboard/wallet');
  await expect(page.getByText('Paid out').first()).toBeVisible();
  await expect(page.getByText('$15.00').first()).toBeVisible();
  await expect(page.getByText('-$45.00').first()).toBeVisible();
  await page.goto(`/dashboard/withdrawals/${uuid}`);
  await expect(page.getByText('SEPA 4711')).toBeVisible();
});
