import readMail from './read-mail.ts';
import { createSentTexts } from './sent-texts.ts';
import { splitReply } from './split-reply.ts';

/**
 * What a mail would become, for people. It may quote `sent`, mails of ours, and `messages` of the
 * ticket; `ourHost` is the host of our addresses.
 */
export async function describeMail(
  raw: Uint8Array,
  {
    sent,
    messages = [],
    ourHost,
  }: { sent: readonly string[]; messages?: readonly string[]; ourHost: string },
): Promise<string> {
  const mail = await readMail(raw);
  if (!mail) return 'It cannot be read.\n';
  const { text, folded } = splitReply(mail.text, createSentTexts(sent, messages), ourHost);
  const files = mail.files.map(({ name, isInline }) => `${name}${isInline ? ' (inline)' : ''}`);
  const isAddressed = mail.recipients.some((one) => one.startsWith('reply+'));
  const facts = [
    `From: ${mail.from}`,
    `To a reply address: ${isAddressed ? 'yes' : 'no'}`,
    `Automatic: ${mail.noteKind ?? 'no'}`,
    ...(mail.isEncrypted ? ['Encrypted: yes'] : []),
    `Files: ${files.join(', ')}`,
  ];
  return `${[...facts, '', '=== Text', text, '', '=== Folded', folded].join('\n').trimEnd()}\n`;
}
