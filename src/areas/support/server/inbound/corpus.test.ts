import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import readMail from './read-mail.ts';
import { createSentTexts } from './sent-texts.ts';
import { splitReply } from './split-reply.ts';

const directory = new URL('../../../../../test/mails/', import.meta.url);
const names = readdirSync(directory).filter((name) => name.endsWith('.eml'));
const host = 'weftline.example.com';
const replyAddress = `reply+1001.1.${'a'.repeat(32)}@${host}`;
/** What the customer got: a mail as support's answer is sent. */
const sent = createSentTexts([
  `[#1001] It does not work\nWeftline\n\nWe answered you\n\nWhat do you see?\n\nWhich browser?\n\nOpen the conversation https://${host}/dashboard/support/1\n\nAnswer this mail, or write on the page of the ticket: both reach Weftline.`,
  'Do you want a refund?\nShall we delete the account?',
  ...['What do you see?', 'Which browser?'],
]);

/** What is read of a mail, as it stands in a file beside it. */
async function read(name: string): Promise<string> {
  const raw = readFileSync(new URL(name, directory), 'latin1')
    .replaceAll('{to}', replyAddress)
    .replaceAll('{TO}', replyAddress.toUpperCase());
  const mail = (await readMail(Buffer.from(raw.replace(/\r?\n/g, '\r\n'), 'latin1')))!;
  const { text, folded } = splitReply(mail.text, sent, host);
  const files = mail.files.map((file) => `${file.name}${file.isInline ? ' (inline)' : ''}`);
  const facts = [
    `From: ${mail.from}`,
    `To the reply address: ${mail.recipients.includes(replyAddress) ? 'yes' : 'no'}`,
    `Automatic: ${mail.isAutomatic ? 'yes' : 'no'}`,
    `Files: ${files.join(', ')}`,
  ];
  return `${[...facts, '', '=== Text', text, '', '=== Folded', folded].join('\n').trimEnd()}\n`;
}

test.each(names)('%s', async (name) => {
  const file = new URL(name.replace(/eml$/, 'txt'), directory);
  await expect(await read(name)).toMatchFileSnapshot(fileURLToPath(file));
});
