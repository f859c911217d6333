// Which files people may attach. The bytes say what a file is; its name says only what to call it.
import { fileTypeFromBuffer } from 'file-type';

export type AttachmentKind = { contentType: string; extension: string };

const shownInPlace = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

const takenTypes = new Set([
  ...shownInPlace,
  'image/avif',
  'image/heic',
  'image/bmp',
  'image/tiff',
  'application/pdf',
  'application/zip',
  'application/gzip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'audio/mpeg',
  'audio/wav',
]);

/** What browsers show as a picture and can run nothing in. */
export const isShownInPlace = (contentType: string): boolean => shownInPlace.includes(contentType);

/** Neither picture nor document, but text and nothing else: it goes out as plain text. */
const plainText: AttachmentKind = { contentType: 'text/plain; charset=utf-8', extension: 'txt' };

/** Null for a file that is not taken: an empty one, a program, anything that we do not know. */
export async function findKind(bytes: Uint8Array): Promise<AttachmentKind | null> {
  if (bytes.length === 0) return null;
  const found = await fileTypeFromBuffer(bytes);
  if (!found) return isText(bytes) ? plainText : null;
  // SVG, HTML and other markup: harmless as text, never as what it is.
  if (/xml$/.test(found.mime)) return isText(bytes) ? plainText : null;
  return takenTypes.has(found.mime) ? { contentType: found.mime, extension: found.ext } : null;
}

function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells bytes from text.
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
  } catch {
    return false;
  }
}

const nameMax = 120;

/** A name to show and to save as: one line, no folders, no tricks with the writing direction. */
export function cleanName(given: string, { extension }: AttachmentKind): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (plain === '') return `file.${extension}`;
  const letters = [...plain];
  if (letters.length <= nameMax) return plain;
  const ending = /\.\w{1,8}$/.exec(plain)?.[0] ?? '';
  return letters.slice(0, nameMax - ending.length).join('') + ending;
}
