// The character set of a text part, by evidence where its declaration is missing or wrong.

import { canDecode } from './decode-bytes.ts';

const escapeByte = 0x1b;
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Labels that programs put on any text, whatever its bytes are. */
const unreliable = /^$|ascii|^(?:iso[-_]?8859-1|latin-?1|windows-1252|cp1252|unknown.*|default)$/;
/** So many letters of several bytes are valid UTF-8 by accident in no other text. */
const utf8LettersMin = 4;

/**
 * Marks of UTF-16 and escape sequences of ISO-2022 tell what they are, and bytes that are valid
 * UTF-8 are UTF-8. Otherwise the declaration counts, then that of the HTML itself, then the look of
 * Cyrillic, then windows-1252, which decodes anything.
 */
export function detectCharset(bytes: Uint8Array, declared: string, isHtml: boolean): string {
  const label = declared.replace(/["'\s]/g, '').toLowerCase();
  const mark = bytes.length % 2 === 0 && utf16Marks[(bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)];
  if (mark) return mark;
  const escaped = findEscapes(bytes);
  if (escaped) return escaped;
  const isReliable = !unreliable.test(label) && !isUtf8Label(label) && canDecode(label);
  const letters = countUtf8Letters(bytes);
  if (isReliable) return letters >= utf8LettersMin && isValidUtf8(bytes) ? 'utf-8' : label;
  if (isValidUtf8(bytes) || (isUtf8Label(label) && isMostlyUtf8(bytes))) return 'utf-8';
  if (letters >= (isUtf8Label(label) ? 1 : utf8LettersMin)) return 'utf-8';
  return (isHtml && charsetInHtml(bytes)) || findCyrillic(bytes) || 'windows-1252';
}

const utf16Marks: Record<number, string> = { 65534: 'utf-16le', 65279: 'utf-16be' };

const isUtf8Label = (label: string): boolean => /^(?:unicode-1-1-)?utf-?8$/.test(label);

const escapes: readonly [sequence: RegExp, charset: string][] = [
  [/^(?:\$[@B]|\([BIJ])/, 'iso-2022-jp'],
  [/^\$\)C/, 'iso-2022-kr'],
  [/^\$\)A/, 'iso-2022-cn'],
];

/** ESC $ B and its relatives, which no other text contains. */
function findEscapes(bytes: Uint8Array): string | undefined {
  for (let at = bytes.indexOf(escapeByte); at >= 0; at = bytes.indexOf(escapeByte, at + 1)) {
    const sequence = String.fromCharCode(...bytes.subarray(at + 1, at + 4));
    const found = escapes.find(([shape]) => shape.test(sequence));
    if (found) return found[1];
  }
  return undefined;
}

/** Of the lines that are valid: on its way a mail gets lines of other programs. */
function countUtf8Letters(bytes: Uint8Array): number {
  const lines = new TextDecoder().decode(bytes).split('\n');
  const valid = lines.filter((line) => !line.includes('\ufffd')).join('');
  return valid.match(/[^\0-\x7f]/gu)?.length ?? 0;
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
