import type { Page } from '@playwright/test';
import { expect, readMails, signIn, test } from './person.ts';

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

/** Acts, and waits for the server to have the ticket's change. */
async function send(page: Page, act: () => Promise<unknown>): Promise<void> {
  const sent = page.waitForResponse(
    (response) =>
      response.url().includes('/tickets/') &&
      response.request().method() !== 'GET' &&
      response.ok(),
  );
  await act();
  await sent;
  await expect(page.getByText('Sending...')).toHaveCount(0);
}

async function createTicket(page: Page, subject: string): Promise<void> {
  await page.goto('/dashboard/support/new');
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('textbox', { name: 'What happened' }).fill('The page stays **blank**.');
  await page.getByLabel('Files to attach').setInputFiles(screenshot);
  await expect(page.getByRole('button', { name: 'Remove screenshot.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Open ticket' }).click();
  await page.waitForURL(/dashboard\/support\/[0-9a-f-]{36}$/);
}

test('a customer asks with a screenshot, support answers and resolves, the customer reopens and rates', async ({
  page,
  openStaff,
}) => {
  const { address } = await signIn(page);
  const subject = `Blank page ${Date.now()}`;
  await createTicket(page, subject);
  const said = page.getByRole('list', { name: 'Conversation' });
  await expect(said.getByRole('img', { name: 'screenshot.png' })).toBeVisible();
  await expect(page.getByText('Waiting for support', { exact: true })).toBeVisible();

  // A file that could exploit the parser of its reader, and one that is executable.
  await page.getByLabel('Your message').fill('>'.repeat(9999));
  await page.getByLabel('Files to attach').setInputFiles(program);
  await expect(page.getByRole('button', { name: 'Remove invoice.hta' })).toBeVisible();
  await send(page, () => page.getByRole('button', { name: 'Send message' }).click());
  await expect(said.getByText('Shown without formatting.')).toBeVisible();

  const { page: staff } = await openStaff('support');
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
  await send(staff, () => staff.getByRole('button', { name: 'Add note' }).click());
  await expect(seen.getByText('Only between us')).toBeVisible();
  await staff.getByRole('checkbox', { name: 'Internal note' }).uncheck();
  await staff.getByLabel('Answer to the customer').fill('Please reload the page.');
  await send(staff, () => staff.getByRole('button', { name: 'Send answer' }).click());

  // Without any interaction: the event stream delivers the reply.
  await expect(said.getByText('Please reload the page.')).toBeVisible();
  await expect(page.getByText('Waiting for you', { exact: true })).toBeVisible();
  await expect(page.getByText('Only between us')).toHaveCount(0);
  const mails = async () => (await readMails(address)).map(({ text }) => text).join('\n');
  await expect.poll(mails).toContain('Please reload the page.');
  expect(await mails()).not.toContain('Only between us');
  await send(staff, () => staff.getByRole('button', { name: 'Resolve' }).click());
  await expect(page.getByRole('button', { name: 'Reopen ticket' })).toBeVisible();

  await page.getByLabel('Write to reopen').fill('Still blank.');
  await send(page, () => page.getByRole('button', { name: 'Send message' }).click());
  await expect(said.getByText('Reopened')).toBeVisible();
  await expect(seen.getByText('Still blank.')).toBeVisible();
  await send(staff, () => staff.getByRole('button', { name: 'Resolve' }).click());
  await page.getByRole('radio', { name: /Good/ }).check();
  await page.getByRole('button', { name: 'Send rating' }).click();
  await expect(page.getByText('Thank you for your rating', { exact: true })).toBeVisible();
  await expect(staff.getByText('4 of 5.')).toBeVisible();
});
