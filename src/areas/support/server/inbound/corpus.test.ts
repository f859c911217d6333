import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeMail } from './describe-mail.ts';

const directory = new URL('../../../../../test/mails/', import.meta.url);
const names = readdirSync(directory).filter((name) => name.endsWith('.eml'));
const ourHost = 'weftline.example.com';
const replyAddress = `reply+1001.1.${'a'.repeat(32)}@${ourHost}`;
/** Mails as support's answers are sent. */
const sent = [
  `[#1001] It does not work\nWeftline\n\nWe answered you\n\nWhat do you see?\n\nWhich browser?\n\nOpen the conversation https://${ourHost}/dashboard/support/1\n\nAnswer this mail, or write on the page of the ticket: both reach Weftline.`,
  '[#1001] It does not work\n\nWe answered you\n\nWhich browser?\n\nOpen the conversation',
  'Do you want a refund?\nShall we delete the account?',
];
const messages = ['What do you see?', 'Which browser?'];

/** What is read of each mail stands in a file beside it. */
test.each(names)('%s', async (name) => {
  const raw = readFileSync(new URL(name, directory), 'latin1')
    .replaceAll('{to}', replyAddress)
    .replaceAll('{TO}', replyAddress.toUpperCase())
    .replace(/\r?\n/g, '\r\n');
  const file = new URL(name.replace(/eml$/, 'txt'), directory);
  const description = await describeMail(Buffer.from(raw, 'latin1'), {
    sent,
    messages,
    ourHost,
  });
  await expect(description).toMatchFileSnapshot(fileURLToPath(file));
});
