// The character set of a text part, by evidence where its declaration is missing or wrong.

const escapeByte = 0x1b;
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Labels that programs put on any text, whatever its bytes are. */
const unreliable = /^$|ascii|^(?:iso[-_]?8859-1|latin-?1|windows-1252|cp1252|unknown.*|default)$/;

/**
 * Marks of UTF-16 and escape sequences of ISO-2022-JP tell what they are, and bytes that are valid
 * UTF-8 are UTF-8. Otherwise the declaration counts, then that of the HTML itself, then the look of
 * Cyrillic, then windows-1252, which decodes anything.
 */
export function detectCharset(bytes: Uint8Array, declared: string, isHtml: boolean): string {
  const label = declared.trim().toLowerCase();
  const mark = bytes.length % 2 === 0 && utf16Marks[(bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)];
  if (mark) return mark;
  if (hasJapaneseEscapes(bytes)) return label.startsWith('iso-2022') ? label : 'iso-2022-jp';
  if (!unreliable.test(label) && !isUtf8Label(label)) return label;
  if (isValidUtf8(bytes) || (isUtf8Label(label) && isMostlyUtf8(bytes))) return 'utf-8';
  return (isHtml && charsetInHtml(bytes)) || findCyrillic(bytes) || 'windows-1252';
}

const utf16Marks: Record<number, string> = { 65534: 'utf-16le', 65279: 'utf-16be' };

const isUtf8Label = (label: string): boolean => /^(?:unicode-1-1-)?utf-?8$/.test(label);

/** ESC $ B and its relatives, which no other text contains. */
function hasJapaneseEscapes(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(escapeByte); at >= 0; at = bytes.indexOf(escapeByte, at + 1)) {
    const sequence = String.fromCharCode(...bytes.subarray(at + 1, at + 3));
    if (/^(?:\$[@B]|\([BIJ])/.test(sequence)) return true;
  }
  return false;
}

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    utf8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Cut within a letter, or followed by something else. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const letters = new TextDecoder().decode(bytes).match(/[^\0-\x7f]/gu) ?? [];
  return letters.filter((one) => one === '\ufffd').length * 2 < letters.length;
}

/** `<meta charset>` and `<meta http-equiv="content-type">` stand at the beginning. */
function charsetInHtml(bytes: Uint8Array): string | undefined {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  const label = /<meta[^>]+charset\s*=\s*["']?([\w:.-]{2,40})/i.exec(beginning)?.[1];
  return label && !isUtf8Label(label.toLowerCase()) ? label : undefined;
}

/**
 * Whole words of letters outside of ASCII, where Latin has one here and there. Small letters are
 * the upper half of windows-1251, and the lower one of KOI8-R.
 */
function findCyrillic(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 65_536));
  const letters = text.match(/[\xc0-\xff]/g)?.length ?? 0;
  const inWords = text.match(/[\xc0-\xff]{3,}/g)?.join('') ?? '';
  if (inWords.length < 10 || inWords.length * 2 < letters) return undefined;
  const upper = inWords.match(/[\xe0-\xff]/g)?.length ?? 0;
  return upper * 2 > inWords.length ? 'windows-1251' : 'koi8-r';
}
