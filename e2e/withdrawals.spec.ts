import { topUp } from './factories.ts';
import { expect, signIn, test } from './person.ts';

test('a customer withdraws, one person approves, another pays out', async ({ page, openStaff }) => {
  const customer = await signIn(page);
  await topUp(page, customer, 60);

  await page.goto('/dashboard/wallet');
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('At most $60.00.')).toBeVisible();
  await page.getByRole('radio', { name: /Bank account/ }).check();
  await page.getByLabel('Account holder').fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 00');
  await page.getByLabel('Amount').fill('45');
  await page.getByRole('button', { name: 'Request withdrawal' }).click();
  await page.waitForURL('**/dashboard/withdrawals/*');
  await expect(page.getByText('Waiting for review').first()).toBeVisible();
  const uuid = new URL(page.url()).pathname.split('/').at(-1);

  const { page: approver } = await openStaff('finance');
  await approver.goto(`/admin/payments/withdrawals/${uuid}`);
  await approver.getByRole('button', { name: 'Approve' }).click();
  await approver.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(approver.getByText('somebody else pays it out')).toBeVisible();

  const { page: payer } = await openStaff('finance');
  await payer.goto(`/admin/payments/withdrawals/${uuid}`);
  await payer.getByRole('button', { name: 'Pay out' }).click();
  await payer.getByLabel('Reference').fill('SEPA 4711');
  await payer.getByRole('button', { name: 'Paid out' }).click();
  await payer.getByRole('link', { name: 'Open journal' }).click();
  await expect(payer.getByRole('heading', { name: 'Withdrawal of $45.00' })).toBeVisible();

  await page.goto('/dashboard/wallet');
  await expect(page.getByText('$15.00').first()).toBeVisible();
  await expect(page.getByText('-$45.00').first()).toBeVisible();
  await page.goto(`/dashboard/withdrawals/${uuid}`);
  await expect(page.getByText('SEPA 4711')).toBeVisible();
});
