import { brotliCompressSync } from 'node:zlib';
import { formatBytes } from '../../src/lib/format.ts';
import { pageBytesMark } from '../../src/site/home/page-bytes.ts';
import { brotliAt } from './compress.ts';

/**
 * Prints into the finished home page how many bytes it is sent with: compressed by brotli, before
 * the operator's settings are filled in, rounded to kilobytes.
 */
export function insertPageBytes(html: string): string {
  const [before, after, ...more] = html.split(pageBytesMark);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`Expected ${pageBytesMark} once in the home page.`);
  return before + formatBytes(brotliCompressSync(before + after).length) + after;
}

/**
 * Of a page compressed by brotli, which has all that a browser needs for the first paint but its
 * fonts: what a new connection brings in two round trips.
 */
export const pageBytesMax = 15_360;

/** The fewest bytes, or the first count that is within the limit; `quick` is the first. */
export function leastBytes(html: string, quick: number): number {
  let bytes = quick;
  for (const quality of [10, 11]) {
    if (bytes <= pageBytesMax) break;
    const body = Buffer.from(html);
    bytes = Math.min(bytes, brotliCompressSync(body, brotliAt(quality, body.length)).length);
  }
  return bytes;
}

/** Throws with a list of the pages that are too large, and their sizes. */
export function checkPageBytes(pages: readonly { page: string; bytes: number }[]): void {
  const heavy = pages
    .filter(({ bytes }) => bytes > pageBytesMax)
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ page, bytes }) => `${page}: ${bytes} bytes`);
  if (heavy.length > 0)
    throw new Error(`Pages of more than ${pageBytesMax} bytes:\n${heavy.join('\n')}`);
}
