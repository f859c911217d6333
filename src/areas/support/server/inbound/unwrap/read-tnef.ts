// What Outlook and Exchange pack into `winmail.dat`: the text of a mail and its files ([MS-OXTNEF]).

import { decodeBytes } from '../decode-bytes.ts';
import { decodeText } from '../decode-text.ts';
import { decompressRtf } from './decompress-rtf.ts';
import { nameCodePage, rtfToText } from './rtf-to-text.ts';

export type TnefFile = { name: string; bytes: Uint8Array; contentId: string };
export type TnefContent = { subject: string; text: string; html: string; files: TnefFile[] };

/** By their numbers; a string is in Unicode or has bytes. */
type Properties = ReadonlyMap<number, Uint8Array | string>;
type Attribute = { id: number; data: Uint8Array };
type Reader = { view: DataView; bytes: Uint8Array; at: number };

const signature = 0x223e9f78;
const filesMax = 200;
const depthMax = 3;
const attributes = {
  body: 0x0002800c,
  properties: 0x00069003,
  codePage: 0x00069007,
  fileStart: 0x00069002,
  fileName: 0x00018010,
  fileData: 0x0006800f,
  fileProperties: 0x00069005,
} as const;
const properties = {
  subject: 0x37,
  body: 0x1000,
  compressedRtf: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  data: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  contentId: 0x3712,
} as const;

const createReader = (bytes: Uint8Array): Reader => ({
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
  bytes,
  at: 0,
});

function readUint16(reader: Reader): number {
  reader.at += 2;
  return reader.view.getUint16(reader.at - 2, true);
}

function readUint32(reader: Reader): number {
  reader.at += 4;
  return reader.view.getUint32(reader.at - 4, true);
}

function readBytes(reader: Reader, length: number): Uint8Array {
  const end = reader.at + length;
  if (end > reader.bytes.length) throw new RangeError('The file ends too early.');
  reader.at = end;
  return reader.bytes.subarray(end - length, end);
}

/** Null for what is no such file. Of one that is cut, what is whole. */
export function readTnef(bytes: Uint8Array, depth = 0): TnefContent | null {
  if (bytes.length < 6 || depth > depthMax) return null;
  const reader = createReader(bytes);
  if (readUint32(reader) !== signature) return null;
  reader.at += 2;
  const found = readAttributes(reader);
  if (found.length === 0) return null;
  const codePage = found.find(({ id }) => id === attributes.codePage)?.data;
  const charset = codePage && codePage.length >= 4 ? readUint32(createReader(codePage)) : 1252;
  const first = found.findIndex(({ id }) => id === attributes.fileStart);
  const own = first < 0 ? found : found.slice(0, first);
  const ofFiles = first < 0 ? [] : found.slice(first);
  const decode = (value: Uint8Array | string | undefined): string =>
    typeof value === 'string'
      ? value
      : decodeBytes(value ?? new Uint8Array(), nameCodePage(charset)).replace(/\0.*$/s, '');
  return { ...readMessage(own, decode), files: readFiles(ofFiles, decode, depth) };
}

/** Those before what can't be read. */
function readAttributes(reader: Reader): Attribute[] {
  const found: Attribute[] = [];
  try {
    while (reader.at < reader.bytes.length) {
      const level = readBytes(reader, 1)[0];
      if (level !== 1 && level !== 2) break;
      const id = readUint32(reader);
      found.push({ id, data: readBytes(reader, readUint32(reader)) });
      // A checksum, which some programs write wrongly.
      reader.at += 2;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

type Decode = (value: Uint8Array | string | undefined) => string;

function readMessage(found: readonly Attribute[], decode: Decode): Omit<TnefContent, 'files'> {
  const values = readProperties(found.find(({ id }) => id === attributes.properties)?.data);
  const plain = values.get(properties.body) ?? found.find(({ id }) => id === attributes.body)?.data;
  const rtf = values.get(properties.compressedRtf);
  return {
    subject: decode(values.get(properties.subject)),
    text: decode(plain) || (rtf instanceof Uint8Array ? readRtf(rtf) : ''),
    html: readHtml(values.get(properties.html)),
  };
}

const readHtml = (value: Uint8Array | string = ''): string =>
  typeof value === 'string' ? value : decodeText(value, 'text/html', {});

function readRtf(bytes: Uint8Array): string {
  try {
    return rtfToText(decompressRtf(bytes));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return '';
  }
}

function readFiles(found: readonly Attribute[], decode: Decode, depth: number): TnefFile[] {
  const files: TnefFile[] = [];
  for (const [at, { id }] of found.entries()) {
    if (id !== attributes.fileStart || files.length >= filesMax) continue;
    const next = found.findIndex((one, later) => later > at && one.id === attributes.fileStart);
    files.push(...readFile(found.slice(at, next < 0 ? found.length : next), decode, depth));
  }
  return files;
}

function readFile(found: readonly Attribute[], decode: Decode, depth: number): TnefFile[] {
  const find = (attribute: number) => found.find(({ id }) => id === attribute)?.data;
  const values = readProperties(find(attributes.fileProperties));
  const names = [
    values.get(properties.longName),
    values.get(properties.shortName),
    find(attributes.fileName),
    values.get(properties.displayName),
  ];
  const name = names.map(decode).find(Boolean) ?? '';
  const contentId = decode(values.get(properties.contentId));
  const data = values.get(properties.data);
  const bytes = find(attributes.fileData) ?? (data instanceof Uint8Array ? data : undefined);
  if (!bytes) return [];
  // A mail within the mail follows the identifier of its interface.
  const inner = readTnef(bytes.subarray(16), depth + 1);
  if (!inner) return [{ name, bytes, contentId }];
  const text = Buffer.from([inner.subject, inner.text || inner.html].filter(Boolean).join('\n\n'));
  return [{ name: `${name || inner.subject}.txt`, bytes: text, contentId: '' }, ...inner.files];
}

const typeSizes: Record<number, number> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
};
const unicode = 0x1f;
const variableTypes = [0x0d, 0x1e, unicode, 0x102];
const manyValues = 0x1000;

/** Those before what can't be read. */
function readProperties(data: Uint8Array | undefined): Properties {
  const values = new Map<number, Uint8Array | string>();
  if (!data) return values;
  const reader = createReader(data);
  try {
    const count = readUint32(reader);
    for (let one = 0; one < count; one++) {
      const type = readUint16(reader);
      const id = readUint16(reader);
      if (id >= 0x8000) skipName(reader);
      const value = readValue(reader, type);
      if (value !== undefined && !values.has(id)) values.set(id, value);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return values;
}

function skipName(reader: Reader): void {
  readBytes(reader, 16);
  const isNamed = readUint32(reader) === 1;
  const length = readUint32(reader);
  if (isNamed) readBytes(reader, pad(length));
}

const pad = (length: number): number => Math.ceil(length / 4) * 4;

/** The first one of many values. */
function readValue(reader: Reader, type: number): Uint8Array | string | undefined {
  const kind = type & ~manyValues;
  const isVariable = variableTypes.includes(kind);
  const count = isVariable || type !== kind ? readUint32(reader) : 1;
  let first: Uint8Array | undefined;
  for (let one = 0; one < count; one++) {
    const length = isVariable ? readUint32(reader) : typeSizes[kind];
    if (length === undefined) throw new RangeError('An unknown type.');
    const value = readBytes(reader, length);
    readBytes(reader, Math.min(pad(length) - length, reader.bytes.length - reader.at));
    first ??= isVariable ? value : undefined;
  }
  if (kind !== unicode || !first) return first;
  return new TextDecoder('utf-16le').decode(first).replace(/\0+$/, '');
}
