import type { Page } from '@playwright/test';
import { lookAt } from './look-at.ts';
import { expect, newAddress, readMails, signIn, test } from './person.ts';
import { openStaff } from './staff.ts';

/** 1 x 1 pixels. */
const screenshot = {
  name: 'screenshot.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** Text that a double click would run under this name. */
const program = {
  name: 'invoice.hta',
  mimeType: 'text/plain',
  buffer: Buffer.from('<script>new ActiveXObject("WScript.Shell")</script>'),
};

async function openTicket(page: Page, subject: string): Promise<void> {
  await page.goto('/dashboard/support');
  await expect(page.getByText('No tickets yet')).toBeVisible();
  await page.getByRole('link', { name: 'New ticket' }).first().click();
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('textbox', { name: 'What happened' }).fill('The page stays **blank**.');
  await page.getByLabel('Files to attach').setInputFiles(screenshot);
  await expect(page.getByRole('button', { name: 'Remove screenshot.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Open ticket' }).click();
  await page.waitForURL(/dashboard\/support\/[0-9a-f-]{36}$/);
}

test('a customer asks with a screenshot, support answers and resolves, the customer reopens and rates', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const customer = newAddress();
  const subject = `Blank page ${Date.now()}`;
  await signIn(page, customer);
  await openTicket(page, subject);
  const said = page.getByRole('list', { name: 'Conversation' });
  await expect(said.getByRole('img', { name: 'screenshot.png' })).toBeVisible();
  await expect(page.getByText('Waiting for support', { exact: true })).toBeVisible();

  // What would break the parser of who reads it, and what would run on the machine of who saves it.
  await page.getByLabel('Your message').fill('>'.repeat(9999));
  await page.getByLabel('Files to attach').setInputFiles(program);
  await expect(page.getByRole('button', { name: 'Remove invoice.hta' })).toBeVisible();
  await page.getByRole('link', { name: 'Wallet' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(said.getByText('Shown as it was typed, without formatting.')).toBeVisible();

  const staff = await openStaff(browser, 'admin');
  await staff.goto('/admin/tickets');
  await staff.getByRole('link', { name: subject }).click();
  const seen = staff.getByRole('list', { name: 'Conversation' });
  await expect(seen.getByRole('img', { name: 'screenshot.png' })).toBeVisible();
  await expect(seen.getByText('Shown as it was typed, without formatting.')).toBeVisible();
  const saving = staff.waitForEvent('download');
  await seen.getByRole('link', { name: /^invoice\.hta\.txt/ }).click();
  expect((await saving).suggestedFilename()).toBe('invoice.hta.txt');
  await staff.getByRole('checkbox', { name: 'Internal note' }).check();
  await staff.getByLabel('Note for support').fill('Only between us');
  await staff.getByRole('button', { name: 'Add note' }).click();
  await expect(seen.getByText('Only between us')).toBeVisible();
  await staff.getByRole('checkbox', { name: 'Internal note' }).uncheck();
  await staff.getByLabel('Answer to the customer').fill('Please reload the page.');
  await staff.getByRole('button', { name: 'Send answer' }).click();

  // Nothing on this page is pressed: the event stream brings the answer.
  await expect(said.getByText('Please reload the page.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Waiting for you', { exact: true })).toBeVisible();
  await expect(page.getByText('Only between us')).toHaveCount(0);
  const mails = async () => (await readMails(customer)).map(({ text }) => text).join('\n');
  await expect.poll(mails).toContain('Please reload the page.');
  expect(await mails()).not.toContain('Only between us');
  await staff.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByRole('button', { name: 'Reopen ticket' })).toBeVisible();

  await page.getByLabel('Write to reopen').fill('Still blank.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(said.getByText('Reopened')).toBeVisible();
  await expect(seen.getByText('Still blank.')).toBeVisible({ timeout: 15_000 });
  await staff.getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('radio', { name: /Good/ }).check();
  await page.getByRole('button', { name: 'Send rating' }).click();
  await expect(page.getByText('Thank you for your rating', { exact: true })).toBeVisible();
  await expect(staff.getByText('4 of 5.')).toBeVisible({ timeout: 15_000 });
  await staff.context().close();
});

test('a customer’s screens are sound in both themes, narrow and wide', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, newAddress());
  const subject = `A look ${Date.now()}`;
  await page.goto('/dashboard/support/new');
  await page.getByRole('button', { name: 'Open ticket' }).click();
  const complaint = page.getByText('Say in a few words what it is about.');
  await expect(complaint.first()).toBeVisible();
  await lookAt(page);
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await expect(complaint).toHaveCount(0);
  await openTicket(page, subject);
  await expect(page.getByRole('img', { name: 'screenshot.png' })).toBeVisible();
  await lookAt(page);
  await page.getByRole('link', { name: 'Support', exact: true }).first().click();
  await expect(page.getByRole('link', { name: subject })).toBeVisible();
  await lookAt(page);
  await page.getByLabel('Status').selectOption('closed');
  await expect(page).toHaveURL(/status=closed/);
  await expect(page.getByText('No ticket matches')).toBeVisible();
});

test('support’s screens are sound in both themes, narrow and wide', async ({ page, browser }) => {
  test.setTimeout(180_000);
  await signIn(page, newAddress());
  const subject = `A look ${Date.now()}`;
  await openTicket(page, subject);
  const staff = await openStaff(browser, 'admin');
  await staff.goto('/admin/tickets');
  await expect(staff.getByRole('link', { name: subject })).toBeVisible();
  await lookAt(staff);
  await staff.getByRole('link', { name: subject }).click();
  await expect(staff.getByLabel('Answer to the customer')).toBeVisible();
  await expect(staff.getByText('Last payments')).toBeVisible();
  await lookAt(staff);
  await staff.context().close();
});
