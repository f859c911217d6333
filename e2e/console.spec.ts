import { createTicket } from './factories.ts';
import { expect, signIn, test } from './person.ts';

test('an admin looks at a customer’s account, and it is written down', async ({
  page,
  openStaff,
  quiet,
}) => {
  // A member of staff changes nothing there.
  quiet.allow(/status of 403 .*profile\/partial/);
  const { id, address } = await signIn(page);
  await page.goto('/admin');
  await expect(page.getByText('This page does not exist')).toBeVisible();

  const { page: desk, address: admin } = await openStaff('admin');
  await desk.goto(`/admin/users/${id}`);
  await desk.getByRole('button', { name: 'View as this user' }).click();
  await desk.getByLabel('Reason').fill('Their list is empty');
  await desk.getByRole('dialog').getByRole('button', { name: 'View as this user' }).click();
  await desk.waitForURL('**/dashboard');
  await expect(desk.getByText(`Viewing as ${address}.`)).toBeVisible();
  await desk.goto('/dashboard/profile');
  await desk.getByRole('button', { name: 'Edit Profile' }).click();
  await desk.getByLabel(/^First name/i).fill('Mallory');
  await desk.getByRole('button', { name: 'Save Changes' }).click();
  await expect(
    desk.getByText('You are viewing this account as staff.', { exact: false }).first(),
  ).toBeVisible();
  await desk.getByRole('button', { name: 'Stop viewing' }).click();
  await desk.waitForURL('**/admin/users/*');
  await expect(desk.getByRole('heading', { name: address })).toBeVisible();
  await desk.goto('/admin/audit');
  const viewed = `${admin} started to view the account of ${address}`;
  const entry = desk.getByRole('row').filter({ hasText: viewed });
  await expect(entry).toContainText('“Their list is empty”');
  await entry.getByRole('link', { name: address }).click();
  await expect(desk.getByRole('heading', { name: address })).toBeVisible();
});

test('one search leads to any record by its identifier, by keyboard', async ({
  page,
  openStaff,
}) => {
  const customer = await signIn(page);
  const ticket = await createTicket(customer, 'Shuttle jammed');
  const { page: desk } = await openStaff('admin');
  await desk.goto('/admin');
  await expect(desk.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
  const palette = desk.getByRole('dialog', { name: 'Search' });
  const search = async (words: string) => {
    await desk.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await desk.keyboard.type(words);
  };
  await search(customer.address);
  const found = palette.getByRole('option', { name: customer.address });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: customer.address })).toBeVisible();
  await expect(palette).toHaveCount(0);

  await search(ticket.uuid!);
  await expect(palette.getByRole('option', { name: /Shuttle jammed/ })).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(`/admin/tickets/${ticket.uuid}`);

  await search('audit');
  await expect(palette.getByRole('option', { name: /Audit/ }).first()).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(/\/admin\/audit$/);
});
