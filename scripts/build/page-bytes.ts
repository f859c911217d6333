import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib';
import { formatBytes } from '../../src/lib/format.ts';
import { pageBytesMark } from '../../src/site/home/page-bytes.ts';
import { fallbackFile } from './finalize.ts';

/**
 * Prints into the finished home page of a site how many bytes it is sent with: compressed by
 * brotli, before the operator's settings are filled in, rounded to kilobytes.
 */
export function printPageBytes(root: string): void {
  const file = path.join(root, 'index.html');
  const [before, after, ...more] = readFileSync(file, 'utf8').split(pageBytesMark);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`Expected ${pageBytesMark} once in the home page.`);
  const size = formatBytes(brotliCompressSync(before + after).length);
  writeFileSync(file, before + size + after);
}

/**
 * Of a page compressed by brotli, which has all that a browser needs for the first paint but its
 * fonts: what a new connection brings in two round trips.
 */
export const pageBytesMax = 15_360;

/** Quick ones first: most pages are small enough even so. */
const qualities = [5, 10, 11];

/** The fewest bytes, or the first count that is within the limit. */
async function countBytes(html: Buffer): Promise<number> {
  let bytes = Number.POSITIVE_INFINITY;
  for (const quality of qualities) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
    bytes = Math.min(bytes, (await promisify(brotliCompress)(html, { params })).length);
    if (bytes <= pageBytesMax) break;
  }
  return bytes;
}

/** Throws with a list of the pages below `root` that are too large, and their sizes. */
export async function checkPageBytes(root: string): Promise<void> {
  const pages = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.html') && path.basename(file) !== fallbackFile,
  );
  const sizes = await Promise.all(
    pages.map(async (file) => {
      return { file, bytes: await countBytes(readFileSync(path.join(root, file))) };
    }),
  );
  const heavy = sizes
    .filter(({ bytes }) => bytes > pageBytesMax)
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ file, bytes }) => `${file}: ${bytes} bytes`);
  if (heavy.length > 0)
    throw new Error(`Pages of more than ${pageBytesMax} bytes:\n${heavy.join('\n')}`);
}
