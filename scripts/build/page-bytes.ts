import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { formatBytes } from '../../src/lib/format.ts';
import { pageBytesMark } from '../../src/site/home/page-bytes.ts';

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
