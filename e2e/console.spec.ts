import type { Browser, Page } from '@playwright/test';
import { scaledMs } from '../test/time-limits.ts';
import { checkAppearance } from './check-appearance.ts';
import { expect, openVisitor, readMails, signIn, test, uniqueEmail } from './person.ts';
import { openStaff } from './staff.ts';
import { addressOf } from './staff-addresses.ts';

let desk: Page;

test.beforeAll(async ({ browser }) => {
  desk = await openStaff(browser, 'boss');
});
test.afterAll(() => desk.context().close());

async function openAs(browser: Browser, address: string): Promise<Page> {
  const page = await openVisitor(browser);
  await signIn(page, address);
  return page;
}

async function findUser(address: string): Promise<void> {
  await desk.goto(`/admin/users?search=${encodeURIComponent(address)}`);
  await desk.getByRole('link', { name: address }).click();
  await expect(desk.getByRole('heading', { name: address })).toBeVisible();
}

/** A new member of staff, added by the admin, in a separate browser context. */
async function addStaff(browser: Browser, role: 'Sales' | 'Finance'): Promise<Page> {
  const address = uniqueEmail();
  const page = await openAs(browser, address);
  await findUser(address);
  await desk.getByRole('button', { name: 'Actions' }).click();
  await desk.getByRole('menuitem', { name: 'Change roles' }).click();
  await desk.getByRole('checkbox', { name: role }).check();
  await desk.getByRole('button', { name: 'Save roles' }).click();
  await expect(desk.getByText(`Roles of ${address} changed`).first()).toBeVisible();
  return page;
}

async function sendInquiry(page: Page, sender: { name: string; email: string }): Promise<void> {
  await page.goto('/company/contact');
  await page.getByLabel('Full Name').fill(sender.name);
  await page.getByLabel('Email', { exact: false }).first().fill(sender.email);
  await page.getByLabel('Message').fill('We need duties at the checkout of our shop.');
  // A form that is sent too quickly is treated as spam.
  await page.waitForTimeout(2100);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('heading', { name: 'Message Sent Successfully!' })).toBeVisible();
}

test('sales works a lead from inquiry to converted', async ({ page, browser }) => {
  test.setTimeout(scaledMs(90_000));
  const sender = { name: `Robin ${Date.now()}`, email: uniqueEmail() };
  await sendInquiry(page, sender);
  const seller = await addStaff(browser, 'Sales');
  await seller.goto('/admin');
  const todo = seller.getByRole('listitem').filter({ hasText: sender.email });
  await expect(todo.getByText(/^Due/)).toBeVisible();
  await todo.getByRole('button', { name: 'Assign to me' }).click();
  await expect(todo.getByText(/assigned to/)).toBeVisible();
  await expect(todo.getByRole('button', { name: 'Assign to me' })).toBeHidden();
  await todo.getByRole('link', { name: 'Reply' }).click();
  await expect(seller.getByText(/^Reply: Due/)).toBeVisible();

  await seller.getByLabel('Template').selectOption('First reply');
  await expect(seller.getByRole('textbox', { name: 'Message' })).toHaveValue(/^Hello Robin,/);
  await seller.getByRole('button', { name: 'Send reply' }).click();
  await expect(seller.getByText('Sent replies')).toBeVisible();
  await expect(seller.getByText('Contacted', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await readMails(sender.email)).map(({ text }) => text).join())
    .toContain('When would a call of 30 minutes suit you');

  await seller.getByLabel('Notes').fill('Called, wants an offer.');
  await seller.getByRole('button', { name: 'Save' }).click();
  for (const status of ['Qualified', 'Converted']) {
    await seller.getByRole('button', { name: /^Change status/ }).click();
    await seller.getByRole('menuitem', { name: status }).click();
    await expect(seller.getByText(status, { exact: true })).toBeVisible();
  }
  await seller.reload();
  await expect(seller.getByLabel('Notes')).toHaveValue('Called, wants an offer.');
  await seller.goto('/admin');
  await expect(seller.getByRole('heading', { name: 'To do' })).toBeVisible();
  await expect(todo).toHaveCount(0);
  await seller.context().close();
});

test('a lead that came by phone is entered by hand and moved on the board', async ({ browser }) => {
  test.setTimeout(scaledMs(90_000));
  const seller = await addStaff(browser, 'Sales');
  const name = `Kim ${Date.now()}`;
  await seller.goto('/admin/leads?shape=board');
  await seller.getByRole('button', { name: 'New lead' }).click();
  await seller.getByRole('textbox', { name: 'Name' }).fill(name);
  await seller.getByRole('textbox', { name: 'E-mail' }).fill(uniqueEmail());
  await seller.getByRole('textbox', { name: 'What they need' }).fill('Called about a portal.');
  await checkAppearance(seller);
  await seller.getByRole('button', { name: 'Create lead' }).click();
  await expect(seller.getByRole('heading', { level: 1, name })).toBeVisible();
  await seller.goto('/admin/leads?shape=board');
  const column = (title: string) => seller.getByRole('region', { name: new RegExp(`^${title}`) });
  const card = seller.getByRole('listitem').filter({ hasText: name });
  await expect(column('New').getByRole('link', { name })).toBeVisible();
  await card.dragTo(column('Qualified'));
  await expect(column('Qualified').getByRole('link', { name })).toBeVisible();
  await seller.reload();
  await expect(column('Qualified').getByRole('link', { name })).toBeVisible();
  await card.getByRole('button', { name: `Move ${name}` }).press('Enter');
  await seller.keyboard.press('Enter');
  await expect(column('Converted').getByRole('link', { name })).toBeVisible();
  await seller.context().close();
});

test('finance proposes an adjustment, and another person approves it', async ({
  page,
  browser,
}) => {
  test.setTimeout(scaledMs(90_000));
  const customer = uniqueEmail();
  await signIn(page, customer);
  const proposer = await addStaff(browser, 'Finance');
  const approver = await addStaff(browser, 'Finance');
  await proposer.goto(`/admin/users?search=${encodeURIComponent(customer)}`);
  await proposer.getByRole('link', { name: customer }).click();
  const number = await proposer.locator('dt:text-is("Number") + dd').textContent();
  await proposer.goto('/admin/payments/adjustments');
  await proposer.getByRole('button', { name: 'Propose an adjustment' }).click();
  await proposer.getByLabel('Account number').fill(String(number));
  await proposer.getByLabel('Amount').fill('25');
  await proposer.getByLabel('Reason').fill('The outage of Tuesday');
  await proposer.getByRole('button', { name: 'Propose', exact: true }).click();
  const own = proposer.getByRole('row').filter({ hasText: customer });
  await expect(own.getByText('Waiting for approval').filter({ visible: true })).toBeVisible();
  await expect(own.getByRole('button', { name: 'Approve' })).toBeHidden();
  await expect(own.getByRole('button', { name: 'Withdraw', exact: true })).toBeVisible();

  await approver.goto('/admin');
  const todo = approver.getByRole('listitem').filter({ hasText: customer });
  await todo.getByRole('button', { name: 'Approve' }).click();
  await approver.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(approver.getByText('Approved. The wallet has been adjusted.').first()).toBeVisible();
  await expect(todo).toHaveCount(0);
  await page.goto('/dashboard/wallet');
  await expect(page.getByText('$25.00').first()).toBeVisible();
  await approver.goto(`/admin/ledger?search=${encodeURIComponent(customer)}`);
  await approver.getByRole('link', { name: /^Adjustment/ }).click();
  await expect(approver.getByRole('heading', { name: 'Adjustment of $25.00' })).toBeVisible();
  await expect(approver.getByText('Wallet available').first()).toBeVisible();
  await checkAppearance(approver);
  await proposer.context().close();
  await approver.context().close();
});

test('an admin looks at a customer’s account, and it is written down', async ({ page }) => {
  test.setTimeout(scaledMs(90_000));
  const customer = uniqueEmail();
  await signIn(page, customer);
  await findUser(customer);
  await desk.getByRole('button', { name: 'View as this user' }).click();
  await desk.getByLabel('Reason').fill('Their list is empty');
  await desk.getByRole('dialog').getByRole('button', { name: 'View as this user' }).click();
  await desk.waitForURL('**/dashboard');
  await expect(desk.getByText(`Viewing as ${customer}.`)).toBeVisible();
  await desk.goto('/dashboard/profile');
  await desk.getByRole('button', { name: 'Edit Profile' }).click();
  await desk.getByLabel(/^First name/i).fill('Mallory');
  await desk.getByRole('button', { name: 'Save Changes' }).click();
  await expect(
    desk.getByText('You are viewing this account as staff.', { exact: false }).first(),
  ).toBeVisible();
  await desk.getByRole('button', { name: 'Stop viewing' }).click();
  await desk.waitForURL('**/admin/users/*');
  await expect(desk.getByRole('heading', { name: customer })).toBeVisible();
  await desk.goto('/admin/audit');
  const viewed = `${addressOf('boss')} started to view the account of ${customer}`;
  const entry = desk.getByRole('row').filter({ hasText: viewed });
  await expect(entry).toContainText('“Their list is empty”');
  await entry.getByRole('link', { name: customer }).click();
  await expect(desk.getByRole('heading', { name: customer })).toBeVisible();
});

test('a customer finds nothing at /admin', async ({ page }) => {
  await signIn(page, uniqueEmail());
  await page.goto('/admin');
  await expect(page.getByText('This page does not exist')).toBeVisible();
});

test('one search leads to any record by its identifier, by keyboard', async ({ browser }) => {
  const address = uniqueEmail();
  const customer = await openAs(browser, address);
  await customer.goto('/dashboard/support/new');
  await customer.getByRole('textbox', { name: 'Subject' }).fill('Shuttle jammed');
  await customer.getByRole('textbox', { name: 'What happened' }).fill('It stopped.');
  await customer.getByRole('button', { name: 'Open ticket' }).click();
  await customer.waitForURL(/dashboard\/support\/[0-9a-f-]{36}$/);
  const ticketId = new URL(customer.url()).pathname.split('/').at(-1)!;

  await desk.goto('/admin');
  await expect(desk.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
  const palette = desk.getByRole('dialog', { name: 'Search' });
  await desk.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await desk.keyboard.type(address);
  await expect(palette.getByRole('option', { name: address })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await checkAppearance(desk);
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: address })).toBeVisible();
  await expect(palette).toHaveCount(0);

  await desk.keyboard.press('Control+k');
  await desk.keyboard.type(ticketId);
  await expect(palette.getByRole('option', { name: /Shuttle jammed/ })).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(`/admin/tickets/${ticketId}`);

  await desk.keyboard.press('Control+k');
  await desk.keyboard.type('nothing like it');
  await expect(palette.getByText('No results.', { exact: false })).toBeVisible();
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('Control+k');
  await desk.keyboard.type('audit');
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(/\/admin\/audit$/);
});
