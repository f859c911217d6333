// Bytes in a character set by its name: those that browsers know, UTF-7, and two of ISO-2022.

const fallback = 'windows-1252';
const shifted: Readonly<Record<string, string>> = {
  'iso-2022-kr': 'euc-kr',
  'iso-2022-cn': 'gb18030',
};

const utf7Label = /^(?:unicode-1-1-)?utf-7$/;

function findDecoder(charset: string) {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}

export const canDecode = (charset: string): boolean =>
  Object.hasOwn(shifted, charset) || utf7Label.test(charset) || findDecoder(charset) !== null;

/** Windows-1252 for a character set that is not known. */
export function decodeBytes(bytes: Uint8Array, charset: string): string {
  const inner = Object.hasOwn(shifted, charset) ? shifted[charset] : undefined;
  if (inner) return decodeBytes(unshift(bytes), inner);
  const decoder = findDecoder(charset);
  if (decoder?.encoding === 'utf-8') return decodeUtf8(bytes);
  if (utf7Label.test(charset)) return decodeUtf7(bytes);
  return (decoder ?? new TextDecoder(fallback)).decode(bytes);
}

const utf16 = new TextDecoder('utf-16be');

/** Which browsers refuse; here it is text alone. */
const decodeUtf7 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/\+([A-Za-z\d+/]*)-?/g, (_, base64: string) =>
      base64 === '' ? '+' : utf16.decode(Buffer.from(base64, 'base64')),
    );

/** On its way a mail gets lines of other programs: each is decoded by itself where some fail. */
function decodeUtf8(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  if (!text.includes('\ufffd')) return text;
  const raw = Buffer.from(bytes).toString('latin1').split('\n');
  const other = new TextDecoder(fallback);
  const lines = text.split('\n').map((line, at) => {
    const letters = line.match(/[^\0-\x7f]/gu) ?? [];
    const isOther = letters.length > 0 && letters.every((one) => one === '\ufffd');
    return isOther && raw[at] ? other.decode(Buffer.from(raw[at], 'latin1')) : line;
  });
  return lines.join('\n');
}

const [shiftOut, shiftIn, escapeByte] = [0x0e, 0x0f, 0x1b];

/** Between the two signs the eighth bit is missing. */
function unshift(bytes: Uint8Array): Uint8Array {
  const output: number[] = [];
  let isShifted = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === escapeByte && bytes[at + 1] === 0x24) at += 3;
    else if (byte === shiftOut || byte === shiftIn) isShifted = byte === shiftOut;
    else output.push(isShifted && byte > 0x20 ? byte | 0x80 : byte);
  }
  return Uint8Array.from(output);
}
