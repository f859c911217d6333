// Parses a raw e-mail: sender, recipients, new text and attached files. Runs in a worker thread, or
// in the main thread for a small one; see mail-reader.ts.
import { createHash } from 'node:crypto';
import type { Address, Email } from 'postal-mime';
import { type MailReport, readReport } from '#kernel/mail/bounces/read-report.ts';
import { htmlToText } from '#kernel/mail/html-to-text.ts';
import { stripQuotedReply } from './strip-quoted-reply.ts';

export type ParsedMail = {
  from: string;
  /** In lower case. */
  recipients: string[];
  /** With angle brackets; derived from the content when there is no valid Message-ID. */
  mailId: string;
  /** Without quotes and without the signature. */
  text: string;
  files: { name: string; bytes: Uint8Array }[];
  /** Written by a machine; answering could start a mail loop. */
  isAutomatic: boolean;
  /** What another server reports of a mail that we sent. */
  report: MailReport | null;
};

const messageId = /^<[^<>\s\p{Cc}]{1,240}>$/u;

/**
 * Null for an e-mail that exceeds a limit of the parser, such as hundreds of nested parts: retrying
 * does not help. Data that is no e-mail parses as one without a sender.
 */
export default async function readMail(raw: Uint8Array): Promise<ParsedMail | null> {
  try {
    return await parseMail(raw);
  } catch {
    return null;
  }
}

async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
  const given = mail.messageId?.trim() ?? '';
  const digest = createHash('sha256').update(raw).digest('hex');
  const recipients = listRecipients(mail);
  return {
    from: (mail.from?.address ?? '').toLowerCase(),
    recipients,
    mailId: messageId.test(given) ? given : `<${digest}@no-message-id.invalid>`,
    text: readText(mail, replyHost(recipients)),
    files: mail.attachments.flatMap(({ filename, content }) =>
      content instanceof ArrayBuffer
        ? [{ name: filename ?? '', bytes: new Uint8Array(content) }]
        : [],
    ),
    isAutomatic: isAutomatic(mail),
    report: isReport(mail) ? readReport(mail.attachments) : null,
  };
}

function listRecipients(mail: Email): string[] {
  const flat = (list: Address[] = []): string[] =>
    list.flatMap((one) => (one.group ? flat(one.group) : [one.address ?? '']));
  const plain = ['delivered-to', 'x-original-to'].map((name) => headerValue(mail, name));
  return [...flat(mail.to), ...flat(mail.cc), ...plain]
    .map((address) => address.trim().toLowerCase())
    .filter(Boolean);
}

const headerValue = (mail: Email, name: string): string =>
  mail.headers.find(({ key }) => key === name)?.value ?? '';

// New text is at the top.
const htmlMax = 200_000;
const depthMax = 100;
const textMax = 20_000;

/** The host of our reply addresses, which our e-mails also come from. */
const replyHost = (recipients: readonly string[]): string =>
  recipients.find((address) => address.startsWith('reply+'))?.split('@')[1] ?? '';

function readText({ text, html = '' }: Email, ourHost: string): string {
  const limits = { maxInputLength: htmlMax, maxDepth: depthMax };
  const whole = text?.trim() ? text : htmlToText(html.slice(0, htmlMax), limits);
  const plain = whole
    .slice(0, htmlMax)
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .slice(0, textMax)
    .toWellFormed();
  return stripQuotedReply(plain, ourHost)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
}

const isReport = (mail: Email): boolean =>
  /^multipart\/report/i.test(headerValue(mail, 'content-type').trim());

/** By RFC 3834 and the headers in use before it. */
function isAutomatic(mail: Email): boolean {
  const submitted = headerValue(mail, 'auto-submitted').toLowerCase();
  const precedence = headerValue(mail, 'precedence').toLowerCase();
  return (
    (submitted !== '' && !submitted.startsWith('no')) ||
    /^(bulk|junk|list|auto_reply)/.test(precedence) ||
    headerValue(mail, 'x-autoreply') !== '' ||
    headerValue(mail, 'x-autorespond') !== '' ||
    headerValue(mail, 'list-id') !== '' ||
    headerValue(mail, 'return-path').trim() === '<>' ||
    isReport(mail) ||
    /^(mailer-daemon|postmaster)@/i.test(mail.from?.address ?? '')
  );
}
