import { expect, signIn, test } from './person.ts';
import { readDownload } from './read-download.ts';

test('finance finds a new paid plan in the figures, and who bought it', async ({
  page,
  openStaff,
  admin,
}) => {
  const customer = await signIn(page);
  const { page: finance, call } = await openStaff('finance');
  // Test money is in no figure.
  const { uuid } = await call('POST', 'admin/adjustments', {
    kind: 'adjustment',
    user: Number(customer.id),
    direction: 'credit',
    amount: '120.00',
    reason: 'Paid by bank transfer',
  });
  await admin('POST', `admin/adjustments/${uuid}/approve`, {});
  await customer.call('POST', 'billing/subscriptions', { tariff: 'pro' });

  await finance.goto('/admin');
  await finance.getByRole('navigation', { name: 'Console' }).getByText('Figures').click();
  await expect(finance.getByRole('application', { name: /^Movements of MRR/ })).toBeVisible();
  await finance.getByLabel('Movement', { exact: true }).selectOption('New');
  await expect(finance).toHaveURL(/kind=new/);
  const row = finance.getByRole('row').filter({ hasText: customer.address });
  await expect(row).toContainText('+$79.00');
  const [, rows] = await readDownload(finance, 'CSV');
  expect(rows).toContain('mrr_before');
  await row.getByRole('link', { name: customer.address }).click();
  await expect(finance).toHaveURL(`/admin/users/${customer.id}`);
});
