// What S/MIME packs into one file (RFC 8551): signed and compressed mails can be read without any
// key, encrypted ones can't. Signatures are not checked: the reply address tells whose mail it is.
import { inflateSync } from 'node:zlib';

export type CmsContent =
  /** `bytes` are a mail of their own, with headers. */
  { kind: 'mail'; bytes: Uint8Array } | { kind: 'encrypted' | 'receipt' | 'certificates' };

/** Of BER (X.690), which leaves open how long an element is until its end. */
type Element = { tag: number; content: Uint8Array; end: number };

const depthMax = 16;
const inflatedBytesMax = 32 * 1024 * 1024;
const constructed = 0x20;
const octetString = 0x04;
const sequence = 0x30;

/** Hexadecimal, without tag and length. */
const identifiers: Record<string, 'signed' | 'compressed' | 'encrypted'> = {
  '2a864886f70d010702': 'signed',
  '2a864886f70d0109100109': 'compressed',
  '2a864886f70d010703': 'encrypted',
  '2a864886f70d0109100117': 'encrypted',
};
const receipt = '2a864886f70d0109100101';

/** Null for anything else, and for what is broken. */
export function readCms(bytes: Uint8Array): CmsContent | null {
  try {
    const [type, wrapped] = listChildren(readElement(bytes, 0, 0).content);
    const kind = type && identifiers[toHex(type.content)];
    if (kind === 'encrypted') return { kind };
    const [body] = wrapped ? listChildren(wrapped.content) : [];
    const content = body && listChildren(body.content)[2];
    if (!kind || content?.tag !== sequence) return null;
    return readContent(content, kind === 'compressed');
  } catch {
    return null;
  }
}

function readContent(element: Element, isCompressed: boolean): CmsContent {
  const [type, wrapped] = listChildren(element.content);
  if (type && toHex(type.content) === receipt) return { kind: 'receipt' };
  const [octets] = wrapped ? listChildren(wrapped.content) : [];
  if (!octets) return { kind: 'certificates' };
  const packed = readOctets(octets, 0);
  const options = { maxOutputLength: inflatedBytesMax };
  return { kind: 'mail', bytes: isCompressed ? inflateSync(packed, options) : packed };
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function readElement(bytes: Uint8Array, at: number, depth: number): Element {
  const tag = byteAt(bytes, at);
  const first = byteAt(bytes, at + 1);
  if (first === 0x80) return readOpenElement(bytes, at, depth);
  const { length, start } = first < 0x80 ? { length: first, start: at + 2 } : readLength(bytes, at);
  const end = start + length;
  if (end > bytes.length) throw new RangeError('An element is longer than its file.');
  return { tag, content: bytes.subarray(start, end), end };
}

function readLength(bytes: Uint8Array, at: number): { length: number; start: number } {
  const start = at + 2 + (byteAt(bytes, at + 1) & 0x7f);
  let length = 0;
  for (let one = at + 2; one < start; one++) length = length * 256 + byteAt(bytes, one);
  return { length, start };
}

/** Its end is an element of two zeros. */
function readOpenElement(bytes: Uint8Array, at: number, depth: number): Element {
  if (depth > depthMax) throw new RangeError('Elements are nested too deeply.');
  let next = at + 2;
  while (byteAt(bytes, next) !== 0 || byteAt(bytes, next + 1) !== 0)
    next = readElement(bytes, next, depth + 1).end;
  return { tag: byteAt(bytes, at), content: bytes.subarray(at + 2, next), end: next + 2 };
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new RangeError('The file ends within an element.');
  return byte;
}

function listChildren(content: Uint8Array): Element[] {
  const children: Element[] = [];
  for (let at = 0; at < content.length; at = children.at(-1)!.end)
    children.push(readElement(content, at, 0));
  return children;
}

/** In one piece, or in pieces of pieces. */
function readOctets({ tag, content }: Element, depth: number): Uint8Array {
  if (tag === octetString) return content;
  if (tag !== octetString + constructed || depth > depthMax)
    throw new RangeError('No octet string.');
  return Buffer.concat(listChildren(content).map((piece) => readOctets(piece, depth + 1)));
}
