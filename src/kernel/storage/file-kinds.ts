// Which files people may attach. The type comes from the content, never from the name; the
// extension has to fit the type, because it decides which program a double click on the download
// starts.

const openDocument = 'application/vnd.oasis.opendocument';
const officeDocument = 'application/vnd.openxmlformats-officedocument';
const plainText = 'text/plain; charset=utf-8';

/** Extensions of a type; a name with any other extension gets the first one appended. */
const extensions: Readonly<Record<string, readonly string[]>> = {
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
  // No XML: a processing instruction in it can make an office program open it, with macros.
  [plainText]: [
    'txt',
    'log',
    'csv',
    'tsv',
    'md',
    'json',
    'yaml',
    'yml',
    'toml',
    'diff',
    'patch',
    'srt',
    'vtt',
  ],
};
const zipBased = new Set(
  Object.keys(extensions).filter(
    (type) => type === 'application/zip' || type.includes(officeDocument),
  ),
);
const inlineImages = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Images that browsers display and in which nothing can run. */
export const isInlineImage = (contentType: string): boolean => inlineImages.includes(contentType);

/** The content type; null for a file that is not allowed: programs and unknown types. */
export async function detectContentType(bytes: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  // SVG, HTML and other markup is stored as plain text: harmless.
  if (!found || found.mime.endsWith('xml')) return isText(bytes) ? plainText : null;
  if (!Object.hasOwn(extensions, found.mime)) return null;
  return containsMacros(found.mime, bytes) ? null : found.mime;
}

/** The header of a ZIP entry in one of OpenDocument's macro folders. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they mark the header.
const macroFolder = /PK(?:\x03\x04.{26}|\x01\x02.{42})[/\\]*(?:Basic|Scripts)[/\\]/s;

/** Entry names of a ZIP are not compressed. */
function containsMacros(contentType: string, bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (contentType.startsWith(openDocument)) return macroFolder.test(content.toString('latin1'));
  return zipBased.has(contentType) && content.includes('vbaProject.bin');
}

function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they distinguish binary data from text.
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
  } catch {
    return false;
  }
}

/** For the key of the stored file. */
export const toExtension = (contentType: string): string => extensions[contentType]?.[0] ?? 'bin';

const nameMax = 120;

/**
 * A safe name to display and to download as: one line, no folders, no bidirectional control
 * characters, and an extension that fits the type. Idempotent.
 */
export function sanitizeFileName(name: string, contentType: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const typed = /\.[^.]+$/.exec(plain)?.[0] ?? '';
  const fits = (extensions[contentType] ?? []).includes(typed.slice(1).toLowerCase());
  const ending = fits ? typed : `.${toExtension(contentType)}`;
  const stem = fits ? plain.slice(0, -typed.length) : plain;
  return [...(stem || 'file')].slice(0, nameMax - ending.length).join('') + ending;
}
