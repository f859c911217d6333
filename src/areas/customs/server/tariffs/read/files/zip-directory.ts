// What a zip archive says of its entries. A workbook is one: checked before it is unpacked, because
// a small file can unpack to gigabytes. The library that unpacks it fails as soon as an entry has
// more bytes than its size here.

export type ZipEntry = {
  name: string;
  packedBytes: number;
  unpackedBytes: number;
  /** False if its content may be longer than what is said here. */
  hasSize: boolean;
};

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endBytes = 22;
const entryBytes = 46;
const commentBytesMax = 65_535;
/** The flag of an entry whose sizes are written after it. */
const sizeFollows = 8;
const emptyPackedBytesMax = 2;
/** In place of a number that is too large for its field. */
const tooLarge = 0xffff_ffff;

/** Null for what is not a zip archive, or has the sizes of one above 4 GB. */
export function readZipDirectory(data: Buffer): ZipEntry[] | null {
  const end = findEnd(data);
  if (end === null) return null;
  const count = data.readUInt16LE(end + 10);
  let at = data.readUInt32LE(end + 16);
  if (count === 0xffff || at === tooLarge || data.readUInt32LE(end + 12) === tooLarge) return null;
  const entries: ZipEntry[] = [];
  for (let place = 0; place < count; place++) {
    if (at + entryBytes > data.length || data.readUInt32LE(at) !== entrySignature) return null;
    const packedBytes = data.readUInt32LE(at + 20);
    const unpackedBytes = data.readUInt32LE(at + 24);
    const isSizeElsewhere = packedBytes === 0 && (data.readUInt16LE(at + 8) & sizeFollows) !== 0;
    const nameBytes = data.readUInt16LE(at + 28);
    const nameAt = at + entryBytes;
    entries.push({
      name: data.toString('utf8', nameAt, nameAt + nameBytes),
      packedBytes,
      unpackedBytes,
      hasSize: unpackedBytes > 0 || (!isSizeElsewhere && packedBytes <= emptyPackedBytesMax),
    });
    at = nameAt + nameBytes + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
  }
  return entries;
}

function findEnd(data: Buffer): number | null {
  const last = data.length - endBytes;
  for (let at = last; at >= Math.max(0, last - commentBytesMax); at--)
    if (data.readUInt32LE(at) === endSignature) return at;
  return null;
}
