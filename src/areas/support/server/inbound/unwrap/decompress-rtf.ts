// RTF as Exchange compresses it ([MS-OXRTFCP]): letters, and repetitions of the last 4,096 ones.

const compressed = 0x75465a4c;
const uncompressed = 0x414c454d;
const headerBytes = 16;
const windowBytes = 4096;
/** Seventeen letters for two bytes are the most; this is far more than people write. */
const outputBytesMax = 8 * 1024 * 1024;
const beginning = Buffer.from(
  [
    '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern ',
    '\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0',
    '\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  ].join(''),
);

/** One letter for each byte. Throws for what is no such RTF. */
export function decompressRtf(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const type = view.getUint32(8, true);
  const body = bytes.subarray(headerBytes, 4 + view.getUint32(0, true));
  if (type === uncompressed) return Buffer.from(body).toString('latin1');
  if (type !== compressed) throw new RangeError('No compressed RTF.');
  const sizeMax = Math.min(view.getUint32(4, true), outputBytesMax);
  return expand(body, sizeMax).toString('latin1');
}

function expand(body: Uint8Array, sizeMax: number): Buffer {
  const window = Buffer.alloc(windowBytes);
  beginning.copy(window);
  const output = Buffer.alloc(Math.min(sizeMax, body.length * 9));
  let size = 0;
  const write = (byte: number): void => {
    window[(beginning.length + size) % windowBytes] = byte;
    if (size < output.length) output[size] = byte;
    size++;
  };
  for (let at = 0; at < body.length && size < output.length; ) {
    const kinds = body[at++]!;
    for (let bit = 0; bit < 8 && at < body.length; bit++) {
      if (!(kinds & (1 << bit))) {
        write(body[at++]!);
        continue;
      }
      const reference = (body[at]! << 8) | (body[at + 1] ?? 0);
      at += 2;
      const start = reference >> 4;
      if (start === (beginning.length + size) % windowBytes) return output.subarray(0, size);
      for (let one = 0; one < (reference & 15) + 2; one++)
        write(window[(start + one) % windowBytes]!);
    }
  }
  return output.subarray(0, Math.min(size, output.length));
}
