// Which files people may attach. The bytes say what a file is; its name says only what to call it,
// and never how it ends: a double click opens a download by its ending.
import { fileTypeFromBuffer } from 'file-type';

const openDocument = 'application/vnd.oasis.opendocument';
const officeDocument = 'application/vnd.openxmlformats-officedocument';
const plainText = 'text/plain; charset=utf-8';

/** The endings that fit a kind; a name with any other ending gets the first one appended. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/heic': ['heic', 'heif'],
  'image/bmp': ['bmp'],
  'image/tiff': ['tif', 'tiff'],
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'application/gzip': ['gz', 'tgz'],
  [`${officeDocument}.wordprocessingml.document`]: ['docx'],
  [`${officeDocument}.spreadsheetml.sheet`]: ['xlsx'],
  [`${officeDocument}.presentationml.presentation`]: ['pptx'],
  [`${openDocument}.text`]: ['odt'],
  [`${openDocument}.spreadsheet`]: ['ods'],
  'video/mp4': ['mp4'],
  'video/webm': ['webm'],
  'video/quicktime': ['mov'],
  'audio/mpeg': ['mp3'],
  'audio/wav': ['wav'],
  // XML is missing: a line in it can have an office program open it, with macros.
  [plainText]: [
    ...['txt', 'log', 'csv', 'tsv', 'md', 'json', 'yaml', 'yml', 'toml'],
    ...['diff', 'patch', 'srt', 'vtt'],
  ],
};
const zipBased = new Set(
  Object.keys(endings).filter(
    (type) => type === 'application/zip' || type.includes(officeDocument),
  ),
);
const shownInPlace = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** What browsers show as a picture and can run nothing in. */
export const isShownInPlace = (contentType: string): boolean => shownInPlace.includes(contentType);

/** The content type; null for a file that is not taken: a program, anything that we do not know. */
export async function findKind(bytes: Uint8Array): Promise<string | null> {
  const found = await fileTypeFromBuffer(bytes);
  // SVG, HTML and other markup: harmless as text, never as what it is.
  if (!found || found.mime.endsWith('xml')) return isText(bytes) ? plainText : null;
  if (!Object.hasOwn(endings, found.mime)) return null;
  return holdsMacros(found.mime, bytes) ? null : found.mime;
}

/** The header of an entry with its name, in one of OpenDocument's folders of macros. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells a header.
const macroFolder = /PK(?:\x03\x04.{26}|\x01\x02.{42})[/\\]*(?:Basic|Scripts)[/\\]/s;

/** The names of a ZIP's entries are not compressed. */
function holdsMacros(contentType: string, bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (contentType.startsWith(openDocument)) return macroFolder.test(content.toString('latin1'));
  return zipBased.has(contentType) && content.includes('vbaProject.bin');
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

/** The ending of a stored object. */
export const endingOf = (contentType: string): string => endings[contentType]?.[0] ?? 'bin';

const nameMax = 120;

/**
 * A name to show and to save as: one line, no folders, no tricks with the writing direction, and an
 * ending of the kind. The same again for a name that was cleaned before.
 */
export function cleanName(given: string, contentType: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const typed = /\.[^.]+$/.exec(plain)?.[0] ?? '';
  const fits = (endings[contentType] ?? []).includes(typed.slice(1).toLowerCase());
  const ending = fits ? typed : `.${endingOf(contentType)}`;
  const stem = fits ? plain.slice(0, -typed.length) : plain;
  return [...(stem || 'file')].slice(0, nameMax - ending.length).join('') + ending;
}
