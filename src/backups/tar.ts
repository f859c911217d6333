// Archives in the format of POSIX (pax), as streams: `tar` reads them. Names, sizes and types that
// the plain header cannot hold are in an extended header before it.
import { BackupError } from './problem.ts';

export type ArchiveEntry = {
  name: string;
  type: 'file' | 'folder';
  sizeBytes: number;
  contentType?: string | undefined;
};
export type NewEntry = ArchiveEntry & { content: AsyncIterable<Buffer> };
/** `content` has to be read to its end before the next entry, or not at all. */
export type ReadEntry = ArchiveEntry & { content: AsyncGenerator<Buffer> };

const blockBytes = 512;
const nameBytesMax = 100;
// 11 octal digits.
const sizeMax = 8 ** 11 - 1;
const extendedBytesMax = 65_536;
const zerosMax = 65_536;
const typeFlags = { file: '0', folder: '5', extended: 'x' };
const contentTypeKey = 'WEFTLINE.content-type';

export async function* packArchive(entries: AsyncIterable<NewEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    yield printHeader(entry);
    yield* toLength(entry.content, entry.sizeBytes);
    yield Buffer.alloc(countPadding(entry.sizeBytes));
  }
  yield Buffer.alloc(2 * blockBytes);
}

/** Less content is filled with zeros, more is cut off. */
export async function* toLength(
  content: AsyncIterable<Buffer>,
  sizeBytes: number,
): AsyncGenerator<Buffer> {
  let left = sizeBytes;
  for await (const chunk of content) {
    const part = chunk.subarray(0, left);
    left -= part.length;
    yield part;
    if (left === 0) return;
  }
  for (; left > 0; left -= Math.min(left, zerosMax)) yield Buffer.alloc(Math.min(left, zerosMax));
}

const countPadding = (bytes: number): number => (blockBytes - (bytes % blockBytes)) % blockBytes;

function printHeader({ name, type, sizeBytes, contentType }: ArchiveEntry): Buffer {
  const isLong = Buffer.byteLength(name) > nameBytesMax;
  const extended: [string, string][] = [
    ...(isLong ? ([['path', name]] as [string, string][]) : []),
    ...(sizeBytes > sizeMax ? ([['size', String(sizeBytes)]] as [string, string][]) : []),
    ...(contentType ? ([[contentTypeKey, contentType]] as [string, string][]) : []),
  ];
  const plain = plainHeader(isLong ? name.slice(-nameBytesMax) : name, sizeBytes, typeFlags[type]);
  if (extended.length === 0) return plain;
  const records = Buffer.concat(extended.map(([key, value]) => printRecord(key, value)));
  return Buffer.concat([
    plainHeader('extended', records.length, typeFlags.extended),
    records,
    Buffer.alloc(countPadding(records.length)),
    plain,
  ]);
}

/** `LENGTH KEY=VALUE\n`, where the length includes its own digits. */
function printRecord(key: string, value: string): Buffer {
  const body = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(body);
  let length = bytes + String(bytes).length;
  if (bytes + String(length).length !== length) length = bytes + String(length).length;
  return Buffer.from(`${length}${body}`);
}

function plainHeader(name: string, sizeBytes: number, typeFlag: string): Buffer {
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, digits: number) =>
    block.write(`${value.toString(8).padStart(digits, '0')}\0`, at);
  block.write(name, 0, nameBytesMax);
  octal(typeFlag === typeFlags.folder ? 0o700 : 0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(Math.min(sizeBytes, sizeMax), 124, 11);
  octal(0, 136, 11);
  block.write(typeFlag, 156);
  block.write('ustar\u000000', 257);
  octal(computeChecksum(block), 148, 6);
  block[155] = 0x20;
  return block;
}

/** The sum of all bytes, with spaces in place of the checksum. */
function computeChecksum(block: Buffer): number {
  const outside = (at: number) => at < 148 || at >= 156;
  return block.reduce((sum, byte, at) => sum + (outside(at) ? byte : 0x20), 0);
}

/** The entries of an archive that `packArchive` made. Throws when it is damaged or cut off. */
export async function* unpackArchive(
  archive: AsyncIterable<Buffer>,
): AsyncGenerator<ReadEntry, void> {
  const reader = createReader(archive);
  try {
    yield* readEntries(reader);
    // To the end, so that a check of the whole stream sees all of it.
    await reader.finish();
  } finally {
    await reader.close();
  }
}

async function* readEntries(reader: Reader): AsyncGenerator<ReadEntry, void> {
  let extended = new Map<string, string>();
  for (;;) {
    const block = await reader.read(blockBytes);
    if (block.every((byte) => byte === 0)) return;
    const text = (at: number, bytes: number) =>
      block.toString('utf8', at, at + bytes).replace(/\0.*$/s, '');
    const octal = (at: number, bytes: number) => Number.parseInt(text(at, bytes).trim(), 8);
    if (octal(148, 8) !== computeChecksum(block)) throw damaged();
    const typeFlag = text(156, 1);
    const sizeBytes = Number(extended.get('size') ?? octal(124, 12));
    if (typeFlag === typeFlags.extended) {
      if (sizeBytes > extendedBytesMax) throw damaged();
      extended = readRecords(await reader.read(sizeBytes));
      await reader.read(countPadding(sizeBytes));
      continue;
    }
    const content = reader.stream(sizeBytes);
    yield {
      name: extended.get('path') ?? text(0, nameBytesMax),
      type: typeFlag === typeFlags.folder ? 'folder' : 'file',
      sizeBytes,
      contentType: extended.get(contentTypeKey),
      content,
    };
    for await (const _ of content);
    await reader.read(countPadding(sizeBytes));
    extended = new Map();
  }
}

function readRecords(records: Buffer): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < records.length; ) {
    const length = Number.parseInt(records.toString('latin1', at, at + 10), 10);
    if (!(length > 0)) throw damaged();
    const record = records.toString('utf8', at, at + length - 1);
    const equals = record.indexOf('=');
    found.set(record.slice(record.indexOf(' ') + 1, equals), record.slice(equals + 1));
    at += length;
  }
  return found;
}

type Reader = ReturnType<typeof createReader>;

function createReader(archive: AsyncIterable<Buffer>) {
  const parts = archive[Symbol.asyncIterator]();
  let waiting: Buffer = Buffer.alloc(0);
  const next = async () => {
    while (waiting.length === 0) {
      const { value, done } = await parts.next();
      if (done) throw damaged();
      waiting = value;
    }
  };
  async function* stream(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      await next();
      const part = waiting.subarray(0, left);
      waiting = waiting.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
  return {
    stream,
    read: async (bytes: number) => Buffer.concat(await Array.fromAsync(stream(bytes))),
    finish: async () => {
      while (!(await parts.next()).done);
    },
    close: async () => {
      await parts.return?.();
    },
  };
}

const damaged = () => new BackupError('The archive is damaged or incomplete.');
