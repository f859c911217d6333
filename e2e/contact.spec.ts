import { scaledMs } from '../test/time-limits.ts';
import { expect, readMails, test, uniqueEmail } from './person.ts';

test('a visitor sends an inquiry with a file, keeps the draft over a reload, and gets an answer', async ({
  page,
}) => {
  const address = uniqueEmail();
  // The confirmation must be in sight on a phone, where the form is longer than the screen.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/company/contact?utm_source=newsletter&about=/projects/invoice-intake');
  await expect(page.getByLabel('Subject')).toHaveValue('Invoice intake');
  await expect(page.getByLabel('Message')).toHaveAccessibleDescription(/^Send ten paid bills/);
  await page.getByLabel('Full Name').fill('Ada Lovelace');
  await page.getByLabel('Email', { exact: false }).first().fill(address);
  await page.getByRole('checkbox', { name: 'This is a company inquiry' }).check();
  await page.getByLabel('Message').fill('short');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message must be at least 10 characters').first()).toBeVisible();
  await expect(page.getByText('Company name is required').first()).toBeVisible();

  await page.getByLabel('Company Name').fill('Engines');
  await page.getByLabel('Preferred Contact Method').selectOption('WhatsApp');
  await page.getByLabel('Your WhatsApp number').fill('+49 30 5550100');
  await page.getByLabel('Message').fill('We need an engine that computes tables.');
  await page.waitForTimeout(700);
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue('We need an engine that computes tables.');
  const form = page.getByRole('region', { name: 'Contact Us' });
  await expect(form.getByRole('link', { name: 'Privacy Policy' })).toBeVisible();
  await expect(page.getByLabel('Your WhatsApp number')).toHaveValue('+49 30 5550100');
  await page.getByLabel('Files to attach').setInputFiles({
    name: 'bill.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('item,price\nloom,12\n'),
  });
  await expect(page.getByRole('button', { name: 'Remove bill.csv' })).toBeVisible();
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
  const alert = staff.find(({ text }) => text.includes('computes tables'));
  expect(alert?.text).toContain('bill.csv');
  expect(alert?.text).toContain('+49 30 5550100');
});

test('the home page has a form of two fields, which is ready when a visitor arrives there', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'What has to work?' }).scrollIntoViewIfNeeded();
  const form = page.getByRole('region', { name: 'Write to us' });
  await form.getByLabel('What do you need?').fill('Short');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByLabel('Your email')).toHaveAccessibleDescription(
    'Please enter a valid email',
  );
});
