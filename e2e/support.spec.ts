import type { Page } from '@playwright/test';
import { scaledMs } from '../test/time-limits.ts';
import { checkAppearance } from './check-appearance.ts';
import { expect, readMails, signIn, test, uniqueEmail } from './person.ts';
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

/** A file that a double click would execute. */
const program = {
  name: 'invoice.hta',
  mimeType: 'text/plain',
  buffer: Buffer.from('<script>new ActiveXObject("WScript.Shell")</script>'),
};

async function createTicket(page: Page, subject: string): Promise<void> {
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
  test.setTimeout(scaledMs(120_000));
  const customer = uniqueEmail();
  const subject = `Blank page ${Date.now()}`;
  await signIn(page, customer);
  await createTicket(page, subject);
  const said = page.getByRole('list', { name: 'Conversation' });
  await expect(said.getByRole('img', { name: 'screenshot.png' })).toBeVisible();
  await expect(page.getByText('Waiting for support', { exact: true })).toBeVisible();

  // A file that could exploit the parser of its reader, and one that is executable.
  await page.getByLabel('Your message').fill('>'.repeat(9999));
  await page.getByLabel('Files to attach').setInputFiles(program);
  await expect(page.getByRole('button', { name: 'Remove invoice.hta' })).toBeVisible();
  await page.getByRole('link', { name: 'Wallet' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(said.getByText('Shown without formatting.')).toBeVisible();

  const staff = await openStaff(browser, 'admin');
  await staff.goto('/admin/tickets');
  await staff.getByRole('link', { name: subject }).click();
  const seen = staff.getByRole('list', { name: 'Conversation' });
  await expect(seen.getByRole('img', { name: 'screenshot.png' })).toBeVisible();
  await expect(seen.getByText('Shown without formatting.')).toBeVisible();
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

  // Without any interaction: the event stream delivers the reply.
  await expect(said.getByText('Please reload the page.')).toBeVisible({
    timeout: scaledMs(15_000),
  });
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
  await expect(seen.getByText('Still blank.')).toBeVisible({ timeout: scaledMs(15_000) });
  await staff.getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('radio', { name: /Good/ }).check();
  await page.getByRole('button', { name: 'Send rating' }).click();
  await expect(page.getByText('Thank you for your rating', { exact: true })).toBeVisible();
  await expect(staff.getByText('4 of 5.')).toBeVisible({ timeout: scaledMs(15_000) });
  await staff.context().close();
});

test('a customer’s screens are sound in both themes, narrow and wide', async ({ page }) => {
  test.setTimeout(scaledMs(180_000));
  await signIn(page, uniqueEmail());
  const subject = `A look ${Date.now()}`;
  await page.goto('/dashboard/support/new');
  await page.getByRole('button', { name: 'Open ticket' }).click();
  const complaint = page.getByText('Summarize the problem in a few words.');
  await expect(complaint.first()).toBeVisible();
  await checkAppearance(page);
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await expect(complaint).toHaveCount(0);
  await createTicket(page, subject);
  await expect(page.getByRole('img', { name: 'screenshot.png' })).toBeVisible();
  await checkAppearance(page);
  await page.getByRole('link', { name: 'Support', exact: true }).first().click();
  await expect(page.getByRole('link', { name: subject })).toBeVisible();
  await checkAppearance(page);
  await page.getByLabel('Status').selectOption('closed');
  await expect(page).toHaveURL(/status=closed/);
  await expect(page.getByText('No ticket matches')).toBeVisible();
});

test('support’s screens are sound in both themes, narrow and wide', async ({ page, browser }) => {
  test.setTimeout(scaledMs(180_000));
  await signIn(page, uniqueEmail());
  const subject = `A look ${Date.now()}`;
  await createTicket(page, subject);
  const staff = await openStaff(browser, 'admin');
  await staff.goto('/admin/tickets');
  await expect(staff.getByRole('link', { name: subject })).toBeVisible();
  await checkAppearance(staff);
  await staff.getByRole('link', { name: subject }).click();
  await expect(staff.getByLabel('Answer to the customer')).toBeVisible();
  await expect(staff.getByText('Last payments')).toBeVisible();
  await checkAppearance(staff);
  await staff.context().close();
});
