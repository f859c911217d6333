import { createHash, randomUUID } from 'node:crypto';
import { isObject } from '#lib/is-object.ts';
import { isNestedTooDeeply } from './nesting.ts';

export type Base64Job = { bytes: Uint8Array<ArrayBuffer>; field: string };
export type ReadBody = {
  /** The parsed JSON, with the SHA-256 of the bytes in place of the field's text. */
  body: unknown;
  decoded: Uint8Array<ArrayBuffer> | null;
  problem: 'json' | 'base64' | 'nesting' | 'size' | null;
};

const unread = { body: null, decoded: null };
/** Of all but the file: like the body of a call without one. */
const restBytesMax = 262_144;
const quote = 0x22;
const backslash = 0x5c;
const sliceLength = 65_536;
/** Long enough for any `data:audio/...;codecs=...;base64,`. */
const prefixLengthMax = 256;

/**
 * Reads a JSON body whose `field` is base64, plain or as a data URL. The bytes overwrite the text
 * that they were decoded from, so no more memory than the body is needed.
 */
export function readBase64({ bytes, field }: Base64Job): ReadBody {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const longest = findLongestString(whole);
  const fileLength = longest.to - longest.from;
  if (whole.length - fileLength > restBytesMax) return { ...unread, problem: 'size' };
  const marker = randomUUID();
  const head = whole.toString('utf8', 0, longest.from);
  const tail = whole.toString('utf8', longest.to);
  const read = parse(longest.to > longest.from ? head + marker + tail : head);
  // It could not leave this thread.
  if (isNestedTooDeeply(read)) return { ...unread, problem: 'nesting' };
  if (read === broken) return { ...unread, problem: 'json' };
  if (!isObject(read)) return { body: read, decoded: null, problem: null };
  if (read[field] === marker) return withBytes(read, field, whole, longest);
  // The longest string belongs to another field: rare, and the file is small then.
  if (whole.length > restBytesMax) return { ...unread, problem: 'size' };
  const body = parse(whole.toString('utf8'));
  if (!isObject(body)) return { ...unread, problem: 'json' };
  const text = body[field];
  if (typeof text !== 'string') return { body, decoded: null, problem: null };
  const small = Buffer.from(new Uint8Array(Buffer.from(text, 'utf8')));
  return withBytes(body, field, small, { from: 0, to: small.length });
}

const broken = Symbol('broken');
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return broken;
  }
}

type Span = { from: number; to: number };

/** The content of the longest string; an empty span at the end when there is none. */
function findLongestString(whole: Buffer): Span {
  let longest = { from: whole.length, to: whole.length };
  for (let open = whole.indexOf(quote); open >= 0; ) {
    let close = whole.indexOf(quote, open + 1);
    while (close >= 0 && isEscaped(whole, close, open)) close = whole.indexOf(quote, close + 1);
    if (close < 0) break;
    if (close - open - 1 > longest.to - longest.from) longest = { from: open + 1, to: close };
    open = whole.indexOf(quote, close + 1);
  }
  return longest;
}

function isEscaped(whole: Buffer, at: number, open: number): boolean {
  let count = 0;
  while (at - count - 1 > open && whole[at - count - 1] === backslash) count++;
  return count % 2 === 1;
}

function withBytes(
  body: Record<string, unknown>,
  field: string,
  whole: Buffer<ArrayBuffer>,
  { from, to }: Span,
): ReadBody {
  const start =
    from + prefixLength(whole.toString('latin1', from, Math.min(to, from + prefixLengthMax)));
  const length = decodeInPlace(whole, { from: start, to });
  if (length === null) return { body: null, decoded: null, problem: 'base64' };
  const decoded = new Uint8Array(whole.buffer, whole.byteOffset, length);
  body[field] = length === 0 ? '' : createHash('sha256').update(decoded).digest('hex');
  return { body, decoded, problem: null };
}

const prefixLength = (beginning: string): number =>
  /^data:[\w.+/;="\\ -]*;base64,/i.exec(beginning)?.[0].length ?? 0;

/** Decodes to the start of `whole` and returns the number of bytes; null for invalid base64. */
function decodeInPlace(whole: Buffer, { from, to }: Span): number | null {
  let written = 0;
  let rest = '';
  for (let at = from; at < to; at += sliceLength) {
    const isLast = at + sliceLength >= to;
    const raw = rest + whole.toString('latin1', at, Math.min(at + sliceLength, to));
    // Some encoders escape slashes or insert line breaks.
    const endsInEscape = !isLast && raw.endsWith('\\');
    const text = (endsInEscape ? raw.slice(0, -1) : raw)
      .replaceAll('\\/', '/')
      .replace(/\\[rnt]|\s/g, '');
    const usable = isLast ? text.length : text.length - (text.length % 4);
    const slice = text.slice(0, usable);
    if (!(isLast ? /^[\w+/-]*={0,2}$/ : /^[\w+/-]*$/).test(slice)) return null;
    if (slice.replace(/=+$/, '').length % 4 === 1) return null;
    rest = text.slice(usable) + (endsInEscape ? '\\' : '');
    written += whole.write(slice, written, 'base64');
  }
  return written;
}
