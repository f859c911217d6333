// A mail with what programs pack into files of their own unpacked: signed S/MIME, winmail.dat, and
// files within the text.
import type { Attachment, Email } from 'postal-mime';
import { parseMail } from '../parse-mail.ts';
import { type CmsContent, readCms } from './read-cms.ts';
import { readTnef, type TnefContent } from './read-tnef.ts';
import { extractUuencodedFiles } from './uuencoded-files.ts';

export type OpenMail = {
  email: Email;
  /** There is nothing that can be read without a key. */
  isEncrypted: boolean;
  /** A program's answer to a request for a signed receipt. */
  isReceipt: boolean;
};

const depthMax = 3;
const cmsTypes = /^application\/(?:x-)?pkcs7-mime$/;
const cmsNames = /\.p7[mz]$/i;
const tnefTypes = /^application\/(?:vnd\.)?ms-tnef$/;
const tnefNames = /^winmail\.dat$/i;

/** Throws when a limit of the parser is exceeded. */
export async function openMail(raw: Uint8Array, depth = 0): Promise<OpenMail> {
  const email = await parseMail(raw);
  const opened: OpenMail = { email, isEncrypted: false, isReceipt: false };
  if (depth > depthMax) return opened;
  const files = email.attachments;
  email.attachments = [];
  for (const file of files) {
    const cms = isNamed(file, cmsTypes, cmsNames) ? readCms(toBytes(file)) : null;
    const tnef = isNamed(file, tnefTypes, tnefNames) ? readTnef(toBytes(file)) : null;
    if (cms) await addCms(opened, { file, cms, depth });
    else if (tnef) addTnef(email, tnef);
    else email.attachments.push(file);
    if (file.mimeType === 'application/pgp-encrypted') opened.isEncrypted = true;
  }
  addUuencodedFiles(email);
  if (hasText(email)) opened.isEncrypted = false;
  return opened;
}

const isNamed = ({ mimeType, filename }: Attachment, types: RegExp, names: RegExp): boolean =>
  types.test(mimeType) || names.test(filename ?? '');

const toBytes = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);

function addUuencodedFiles(email: Email): void {
  const { text, files } = extractUuencodedFiles(email.text ?? '');
  if (files.length === 0) return;
  email.text = text;
  for (const { name, bytes } of files)
    email.attachments.push({
      filename: name,
      mimeType: 'application/octet-stream',
      disposition: 'attachment',
      content: Uint8Array.from(bytes).buffer,
    });
}

const hasText = ({ text = '', html = '' }: Email): boolean => text.trim() !== '' || html !== '';

async function addCms(
  opened: OpenMail,
  { file, cms, depth }: { file: Attachment; cms: CmsContent; depth: number },
): Promise<void> {
  const { email } = opened;
  if (cms.kind === 'encrypted') {
    opened.isEncrypted = true;
    email.attachments.push(file);
  }
  if (cms.kind === 'receipt') opened.isReceipt = true;
  if (cms.kind !== 'mail') return;
  const inner = await openMail(cms.bytes, depth + 1);
  email.text = join(email.text, inner.email.text);
  email.html = join(email.html, inner.email.html);
  email.attachments.push(...inner.email.attachments);
  opened.isEncrypted ||= inner.isEncrypted;
  opened.isReceipt ||= inner.isReceipt;
}

/** The text is in the mail itself too, unless it is nothing but this file. */
function addTnef(email: Email, { text, html, files }: TnefContent): void {
  if (!hasText(email)) {
    email.text = text;
    email.html = html;
  }
  email.attachments.push(
    ...files.map(
      ({ name, bytes, contentId }): Attachment => ({
        filename: name,
        mimeType: /\.(?:png|jpe?g|gif)$/i.test(name) ? 'image/*' : 'application/octet-stream',
        disposition: null,
        content: bytes,
        ...(contentId !== '' && { contentId }),
      }),
    ),
  );
}

const join = (outer = '', inner = ''): string => [outer, inner].filter(Boolean).join('\n');
