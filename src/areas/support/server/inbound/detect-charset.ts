// The character set of a text part, by evidence where its declaration is missing or wrong.

const escapeByte = 0x1b;
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Labels that programs put on any text, whatever its bytes are. */
const unreliable = /^$|ascii|^(?:iso[-_]?8859-1|latin-?1|windows-1252|cp1252|unknown.*|default)$/;

/**
 * Escape sequences mean ISO-2022-JP, and bytes that are valid UTF-8 are UTF-8. Otherwise the
 * declaration counts, then that of the HTML itself, then windows-1252, which decodes anything.
 */
export function detectCharset(bytes: Uint8Array, declared: string, isHtml: boolean): string {
  const label = declared.trim().toLowerCase();
  if (hasJapaneseEscapes(bytes)) return label.startsWith('iso-2022') ? label : 'iso-2022-jp';
  if (unreliable.test(label) || isUtf8Label(label)) {
    if (isValidUtf8(bytes)) return 'utf-8';
    return (isHtml && charsetInHtml(bytes)) || 'windows-1252';
  }
  return label;
}

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

/** `<meta charset>` and `<meta http-equiv="content-type">` stand at the beginning. */
function charsetInHtml(bytes: Uint8Array): string | undefined {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  const label = /<meta[^>]+charset\s*=\s*["']?([\w:.-]{2,40})/i.exec(beginning)?.[1];
  return label && !isUtf8Label(label.toLowerCase()) ? label : undefined;
}
