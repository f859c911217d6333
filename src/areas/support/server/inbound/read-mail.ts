// Reads a raw e-mail: sender, recipients, its whole text and its files. Runs in a worker thread, or
// in the main thread for a small one; see mail-reader.ts.
import { createHash } from 'node:crypto';
import type { Address, Attachment, Email } from 'postal-mime';
import { type MailReport, readReport } from '#kernel/mail/bounces/read-report.ts';
import { htmlToText } from '#kernel/mail/html-to-text.ts';
import type { MailNoteKind } from '../../wire/inbound-mail.constants.ts';
import { findNoteKind } from './automatic-mail.ts';
import { separateArmour } from './pgp-armour.ts';
import { toRichText } from './rich-text.ts';
import { type OpenMail, openMail } from './unwrap/open-mail.ts';

export type MailFile = {
  name: string;
  bytes: Uint8Array;
  /** Shown within the text, as the logo of a signature is. */
  isInline: boolean;
  /** By which the HTML names it, without angle brackets. */
  contentId: string;
};

export type ParsedMail = {
  from: string;
  /** In lower case. */
  recipients: string[];
  /** With angle brackets; derived from the content when there is no valid Message-ID. */
  mailId: string;
  /** The mails that it answers, with angle brackets. */
  references: string[];
  subject: string;
  /** With quotes and signature. */
  text: string;
  /** The same with its formatting, as safe HTML; empty without any. */
  rich: string;
  /** Files of their own before pictures within the text. */
  files: MailFile[];
  /** What a machine wrote; answering could start a mail loop. Null for a mail of a person. */
  noteKind: MailNoteKind | null;
  /** Only with a key that we don't have its text could be read. */
  isEncrypted: boolean;
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
    return toParsedMail(await openMail(raw), raw);
  } catch {
    return null;
  }
}

function toParsedMail(
  { email: mail, isEncrypted, isReceipt }: OpenMail,
  raw: Uint8Array,
): ParsedMail {
  const id = mail.messageId?.trim() ?? '';
  const digest = createHash('sha256').update(raw).digest('hex');
  const isReport = /^multipart\/report/i.test(headerValues(mail, 'content-type')[0]?.trim() ?? '');
  const text = readText(mail);
  const armoured = separateArmour(text);
  return {
    from: readSender(mail),
    recipients: listRecipients(mail),
    mailId: messageId.test(id) ? id : `<${digest}@no-message-id.invalid>`,
    references: `${mail.inReplyTo ?? ''} ${mail.references ?? ''}`.match(/<[^<>\s]+>/g) ?? [],
    subject: mail.subject ?? '',
    text,
    rich: toRichText(mail.html ?? ''),
    files: listFiles(mail.attachments),
    noteKind: isReceipt ? 'read_receipt' : findNoteKind(mail),
    isEncrypted: isEncrypted || (armoured.isEncrypted && armoured.text.trim() === ''),
    report: isReport ? readReport(mail.attachments) : null,
  };
}

/** Of any length it would take the search for addresses too long. */
const headerLengthMax = 2000;

const headerValues = (mail: Email, name: string): string[] =>
  mail.headers
    .filter(({ key }) => key === name)
    .map(({ value }) => value.slice(0, headerLengthMax));

const address = /[^\s<>,;:()[\]]+@[^\s<>,;:()[\]]+/g;

/** A name with a comma and without quotes hides the address from the parser. */
const readSender = (mail: Email): string =>
  (mail.from?.address || headerValues(mail, 'from')[0]?.match(address)?.at(-1) || '').toLowerCase();

/** Where servers note the address that a mail was delivered to; forwarding adds others. */
const envelopeHeaders = [
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-forwarded-to',
  'x-rcpt-to',
  'x-delivered-to',
  'original-recipient',
  'apparently-to',
  'resent-to',
  'resent-cc',
];

function listRecipients(mail: Email): string[] {
  const flat = (list: Address[] = []): string[] =>
    list.flatMap((one) => (one.group ? flat(one.group) : [one.address ?? '']));
  const named = envelopeHeaders.flatMap((name) => headerValues(mail, name));
  const delivered = named.flatMap((value) => value.match(address) ?? []);
  const all = [...flat(mail.to), ...flat(mail.cc), ...flat(mail.bcc), ...delivered];
  return all.map((one) => one.trim().toLowerCase().replaceAll('"', '')).filter(Boolean);
}

/** What no person writes: the rest is cut, and stays in the stored mail. */
const textMax = 200_000;

function readText({ text = '', html = '' }: Email): string {
  const isMarkedUp = /^\s*<(?:!doctype\s+)?html\b/i.test(text) && /<\/html>\s{0,100}$/i.test(text);
  const plain = isMarkedUp ? readHtml(text) : tidy(text);
  const rich = readHtml(html);
  return rich !== '' && !isAlternative(plain, rich) ? rich : plain;
}

/** The space at the end of the line above a signature, and the empty line below it, are lost. */
const readHtml = (html: string): string =>
  html === '' ? '' : tidy(htmlToText(html)).replace(/^--\n+(?=.)/gm, '-- \n');

const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** It ends with a space. In a text that PGP signed it begins with a dash. */
const signatureLine = /^(?:- )?-- $/;

const tidy = (text: string): string =>
  text
    .slice(0, textMax)
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line) => (signatureLine.test(line) ? line : line.trimEnd()))
    .join('\n')
    .replace(/^[\s\u200b-\u200d\u2060\ufeff]+$/, '');

/** In scripts without spaces each letter is a word: programs break their lines anywhere. */
const word = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu;
/** Only one of the two has them, as it has the names of pictures. */
const asides = /\[[^\]\n]{0,200}\]|\b(?:https?|mailto|tel|file|javascript):[^\s<>)\]]+/gi;

const listWords = (text: string): string[] =>
  text.normalize('NFKC').toLowerCase().replace(invisible, '').replace(asides, ' ').match(word) ??
  [];

/**
 * "Your program does not show HTML" is not what the HTML says, and neither is a part of it. Where
 * both have words of their own, most of the shorter one must be in the other.
 */
function isAlternative(plain: string, rich: string): boolean {
  const [inPlain, inRich] = [new Set(listWords(plain)), new Set(listWords(rich))];
  if (inPlain.size === 0) return inRich.size === 0 && plain !== '';
  const shared = [...inPlain].filter((word) => inRich.has(word)).length;
  if (shared === inRich.size) return true;
  return shared < inPlain.size && shared * 2 >= Math.min(inPlain.size, inRich.size);
}

/** Parts that are no files for people: what proves the sender, icons, and Gmail's reactions. */
const hiddenTypes = new RegExp(
  [
    '^(?:application/(?:applefile|(?:x-)?(?:pkcs7-signature|pgp-(?:signature|keys)))',
    'text/.+-reaction\\+json)$',
  ].join('|'),
);
const signatureNames = /^(?:.*\.p7s|signature\.asc|openpgp_signature(?:\.asc)?)$/i;

const defaultNames: Record<string, string> = {
  'text/calendar': 'invitation.ics',
  'message/rfc822': 'mail.eml',
};

/** Without folders, and without letters that turn others around. */
const tidyName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');

const listFiles = (attachments: readonly Attachment[]): MailFile[] =>
  attachments
    .flatMap(({ filename, content, mimeType, related, contentId, disposition }) =>
      typeof content !== 'string' &&
      !hiddenTypes.test(mimeType) &&
      !signatureNames.test(filename ?? '')
        ? [
            {
              name: tidyName(filename ?? defaultNames[mimeType] ?? ''),
              bytes: new Uint8Array(content),
              isInline:
                mimeType.startsWith('image/') &&
                disposition !== 'attachment' &&
                (related === true || contentId !== undefined),
              contentId: contentId?.replace(/^<|>$/g, '') ?? '',
            },
          ]
        : [],
    )
    .sort((a, b) => Number(a.isInline) - Number(b.isInline));
