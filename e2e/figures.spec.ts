import { buyPro } from './factories.ts';
import { expect, signIn, test } from './person.ts';
import { readDownload } from './read-download.ts';

test('finance finds a new paid plan in the figures, and who bought it', async ({
  page,
  openStaff,
}) => {
  const customer = await signIn(page);
  await buyPro(page, customer);

  const { page: finance } = await openStaff('finance');
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
