// Typst supports only TrueType and OpenType, but the font packages ship WOFF: the same tables, each
// of them deflated (W3C, WOFF File Format 1.0).
import { inflateSync } from 'node:zlib';

const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const headerBytes = 12;
const entryBytes = 16;

type FontTable = { tag: Buffer; checksum: number; data: Buffer };

function readTable(woff: Buffer, at: number): FontTable {
  const [offset, packed, bytes, checksum] = [4, 8, 12, 16].map((field) =>
    woff.readUInt32BE(at + field),
  ) as [number, number, number, number];
  const raw = woff.subarray(offset, offset + packed);
  const data = packed < bytes ? inflateSync(raw) : raw;
  return { tag: woff.subarray(at, at + 4), checksum, data };
}

/** Converts a .woff file back to the .ttf or .otf that it was made from. */
export function unwrapWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) =>
    readTable(woff, woffHeaderBytes + woffEntryBytes * at),
  );
  const header = Buffer.alloc(headerBytes + entryBytes * count);
  const power = Math.floor(Math.log2(count));
  header.writeUInt32BE(woff.readUInt32BE(4), 0);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(16 * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [at, { tag, checksum, data }] of tables.entries()) {
    const entry = headerBytes + entryBytes * at;
    tag.copy(header, entry);
    header.writeUInt32BE(checksum, entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(data.length, entry + 12);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat(parts);
}
