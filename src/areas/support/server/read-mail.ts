// What a raw mail says: who sent it where, what is new in it, and which files came along. Runs in a
// worker thread, or in place for a small mail; see mail-reader.ts.
import { createHash } from 'node:crypto';
import { toPlainText } from '@react-email/render';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { ownWordsOf } from './own-words.ts';

export type ReadMail = {
  from: string;
  /** Everybody it went to, in lower case. */
  recipients: string[];
  /** With its angle brackets; made of the bytes where the sender gave none that is one. */
  mailId: string;
  /** What the sender typed: without what they quote and without their signature. */
  text: string;
  files: { name: string; bytes: Uint8Array }[];
  /** A machine wrote it: an answer to it would be answered by a machine. */
  isAutomatic: boolean;
};

const messageId = /^<[^<>\s\p{Cc}]{1,240}>$/u;

/**
 * Null for a mail that breaks a limit of the reader, as with hundreds of parts in one another: it
 * does so whenever it comes. What is no mail at all reads as one without a sender.
 */
export default async function readMail(raw: Uint8Array): Promise<ReadMail | null> {
  try {
    return await readParts(raw);
  } catch {
    return null;
  }
}

async function readParts(raw: Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
  const given = mail.messageId?.trim() ?? '';
  const digest = createHash('sha256').update(raw).digest('hex');
  const recipients = recipientsOf(mail);
  return {
    from: (mail.from?.address ?? '').toLowerCase(),
    recipients,
    mailId: messageId.test(given) ? given : `<${digest}@no-message-id.invalid>`,
    text: readText(mail, hostOf(recipients)),
    files: mail.attachments.flatMap(({ filename, content }) =>
      content instanceof ArrayBuffer
        ? [{ name: filename ?? '', bytes: new Uint8Array(content) }]
        : [],
    ),
    isAutomatic: isAutomatic(mail),
  };
}

function recipientsOf(mail: Email): string[] {
  const flat = (list: Address[] = []): string[] =>
    list.flatMap((one) => (one.group ? flat(one.group) : [one.address ?? '']));
  const plain = ['delivered-to', 'x-original-to'].map((name) => headerOf(mail, name));
  return [...flat(mail.to), ...flat(mail.cc), ...plain]
    .map((address) => address.trim().toLowerCase())
    .filter(Boolean);
}

const headerOf = (mail: Email, name: string): string =>
  mail.headers.find(({ key }) => key === name)?.value ?? '';

// What is new stands at the top.
const htmlMax = 200_000;
const depthMax = 100;
const readMax = 20_000;

/** Our mails come from the host that their reply addresses are of. */
const hostOf = (recipients: readonly string[]): string =>
  recipients.find((address) => address.startsWith('reply+'))?.split('@')[1] ?? '';

function readText({ text, html = '' }: Email, ourHost: string): string {
  const limits = { maxInputLength: htmlMax, maxDepth: depthMax };
  const whole = text?.trim() ? text : toPlainText(html.slice(0, htmlMax), { limits });
  const plain = whole
    .slice(0, htmlMax)
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .slice(0, readMax)
    .toWellFormed();
  return ownWordsOf(plain, ourHost)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
}

/** RFC 3834, and what is older than it. */
function isAutomatic(mail: Email): boolean {
  const submitted = headerOf(mail, 'auto-submitted').toLowerCase();
  const precedence = headerOf(mail, 'precedence').toLowerCase();
  return (
    (submitted !== '' && !submitted.startsWith('no')) ||
    /^(bulk|junk|list|auto_reply)/.test(precedence) ||
    headerOf(mail, 'x-autoreply') !== '' ||
    headerOf(mail, 'x-autorespond') !== '' ||
    headerOf(mail, 'list-id') !== '' ||
    headerOf(mail, 'return-path').trim() === '<>' ||
    /^multipart\/report/i.test(headerOf(mail, 'content-type')) ||
    /^(mailer-daemon|postmaster)@/i.test(mail.from?.address ?? '')
  );
}
