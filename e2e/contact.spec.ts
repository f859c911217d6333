import { scaledMs } from '../test/time-limits.ts';
import { expect, readMails, test, uniqueEmail } from './person.ts';

test('a visitor sends an inquiry, keeps the draft over a reload, and gets an answer', async ({
  page,
}) => {
  const address = uniqueEmail();
  await page.goto('/company/contact?utm_source=newsletter');
  await page.getByLabel('Full Name').fill('Ada Lovelace');
  await page.getByLabel('Email', { exact: false }).first().fill(address);
  await page.getByRole('checkbox', { name: 'This is a company inquiry' }).check();
  await page.getByLabel('Message').fill('short');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message must be at least 10 characters').first()).toBeVisible();
  await expect(page.getByText('Company name is required').first()).toBeVisible();

  await page.getByLabel('Company Name').fill('Engines');
  await page.getByLabel('Message').fill('We need an engine that computes tables.');
  await page.waitForTimeout(700);
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue('We need an engine that computes tables.');
  const form = page.getByRole('region', { name: 'Contact Us' });
  await expect(form.getByRole('link', { name: 'Privacy Policy' })).toBeVisible();
  await page.waitForTimeout(2100);
  await page.getByRole('button', { name: 'Send Message' }).click();
  const thanks = page.getByRole('heading', { name: 'Message Sent Successfully!' });
  await expect(thanks).toBeFocused();
  await expect(thanks).toBeInViewport();
  await expect(
    page.getByText("Thank you for contacting us. We'll get back to you within 24 hours."),
  ).toBeVisible();
  await expect(page.getByLabel('Full Name')).toBeVisible({ timeout: scaledMs(6000) });
  await expect(page.getByLabel('Message')).toHaveValue('');
  await expect(form.getByText(/^Your message was sent on/)).toContainText(address);

  await expect.poll(async () => (await readMails(address)).length).toBe(1);
  const [mail] = await readMails(address);
  expect(mail?.text).not.toContain('computes tables');
  const staff = await readMails('staff@example.com');
  expect(staff.some(({ text }) => text.includes('computes tables'))).toBe(true);
});
