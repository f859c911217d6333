// What a raw mail says: who sent it where, what is new in it, and which files came along. Runs in a
// worker thread, or in place for a small mail; see mail-reader.ts.
import { createHash } from 'node:crypto';
import { toPlainText } from '@react-email/render';
import EmailReplyParser from 'email-reply-parser';
import PostalMime, { type Address, type Email } from 'postal-mime';

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

/** Never throws: what is no mail at all reads as one without a sender. */
export default async function readMail(raw: Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
  const given = mail.messageId?.trim() ?? '';
  const digest = createHash('sha256').update(raw).digest('hex');
  return {
    from: (mail.from?.address ?? '').toLowerCase(),
    recipients: recipientsOf(mail),
    mailId: messageId.test(given) ? given : `<${digest}@no-message-id.invalid>`,
    text: readText(mail),
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

// What is new stands at the top. The library looks for quotes with expressions that take the square
// of a text's length, and the cube of a run of empty lines.
const htmlMax = 200_000;
const depthMax = 100;
const readMax = 20_000;

function readText({ text, html = '' }: Email): string {
  const limits = { maxInputLength: htmlMax, maxDepth: depthMax };
  const whole = text?.trim() ? text : toPlainText(html.slice(0, htmlMax), { limits });
  const plain = whole
    .slice(0, htmlMax)
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .slice(0, readMax)
    .toWellFormed();
  return new EmailReplyParser().read(plain).getVisibleText().trim();
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
