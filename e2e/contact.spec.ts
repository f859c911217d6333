import { expect, readMails, test, uniqueEmail } from './person.ts';

test('a visitor sends an inquiry with a file, keeps the draft over a reload, and gets an answer', async ({
  page,
}) => {
  const address = uniqueEmail();
  // The confirmation must be in sight on a phone, where the form is longer than the screen.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/company/contact?utm_source=newsletter&about=/projects/invoice-intake');
  await expect(page.getByLabel('Subject')).toHaveValue('Invoice intake');
  await page.getByLabel('Full Name').fill('Ada Lovelace');
  await page.getByLabel('Email', { exact: false }).first().fill(address);
  await page.getByLabel('Preferred Contact Method').selectOption('WhatsApp');
  await page.getByLabel('Your WhatsApp number').fill('+49 30 5550100');
  const message = `We need an engine that computes tables for ${address}.`;
  await page.getByLabel('Message').fill(message);
  // The draft is stored once typing pauses.
  await page.waitForFunction(
    (text) => sessionStorage.getItem('contact_draft')?.includes(text),
    message,
  );
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue(message);
  await expect(page.getByLabel('Your WhatsApp number')).toHaveValue('+49 30 5550100');
  await page.getByLabel('Files to attach').setInputFiles({
    name: 'bill.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('item,price\nloom,12\n'),
  });
  await expect(page.getByRole('button', { name: 'Remove bill.csv' })).toBeVisible();
  // A form that is sent sooner is treated as spam.
  await page.waitForFunction(() => performance.now() > 2000);
  await page.getByRole('button', { name: 'Send Message' }).click();
  const thanks = page.getByRole('heading', { name: 'Message Sent Successfully!' });
  await expect(thanks).toBeFocused();
  await expect(thanks).toBeInViewport();
  await expect(page.getByLabel('Full Name')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('');

  await expect.poll(async () => (await readMails(address)).length).toBe(1);
  const [mail] = await readMails(address);
  expect(mail?.text).not.toContain('computes tables');
  const findAlert = async () =>
    (await readMails('staff@example.com')).find(({ text }) => text.includes(address))?.text;
  await expect.poll(findAlert).toContain('bill.csv');
  expect(await findAlert()).toContain('+49 30 5550100');
});
