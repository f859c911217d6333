import { randomBytes } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { formatBytes } from '#lib/format.ts';
import { pageBytesMark } from '#site/home/page-bytes.ts';
import {
  checkPageBytes,
  insertPageBytes,
  leastBytes,
  pageBytesMax,
} from '../../scripts/build/page-bytes.ts';

const words = Array.from({ length: 3000 }, (_, at) => (at * 7919) % 1009).join(' ');

test('the home page names the size with which it is sent', () => {
  const html = insertPageBytes(`<p>${words}</p><b>${pageBytesMark}</b>`);
  expect(html).toContain(`<b>${formatBytes(brotliCompressSync(html).length)}</b>`);
});

test('a home page that does not print its size, or twice, fails the build', () => {
  for (const html of ['<b></b>', pageBytesMark.repeat(2)])
    expect(() => insertPageBytes(html)).toThrow('once in the home page');
});

/** Letters that hardly compress: four bits of each byte. */
const noise = (bytes: number) => randomBytes(bytes).toString('hex');

test('a page that is small enough is compressed once', () => {
  expect(leastBytes('', pageBytesMax)).toBe(pageBytesMax);
});

test('a page that is too large after a quick compression is compressed thoroughly', () => {
  const least = leastBytes(noise(pageBytesMax - 400), pageBytesMax + 1);
  expect(least).toBeGreaterThan(pageBytesMax - 400);
  expect(least).toBeLessThanOrEqual(pageBytesMax);
});

test('the build names every page that is too large, and its size', () => {
  const pages = [
    { page: 'index.html', bytes: 15_900 },
    { page: 'small/index.html', bytes: pageBytesMax },
    { page: 'larger/index.html', bytes: 16_200 },
  ];
  expect(() => checkPageBytes(pages)).toThrow(
    /than 15360 bytes:\nlarger\/index.html: 16200 bytes\nindex.html: 15900 bytes$/,
  );
});
