import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { formatBytes } from '#lib/format.ts';
import { pageBytesMark } from '#site/home/page-bytes.ts';
import { checkPageBytes, pageBytesMax, printPageBytes } from '../../scripts/build/page-bytes.ts';

function makeHome(html: string) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'site-'));
  const file = path.join(root, 'index.html');
  writeFileSync(file, html);
  return { root, read: () => readFileSync(file, 'utf8') };
}

const words = Array.from({ length: 3000 }, (_, at) => (at * 7919) % 1009).join(' ');

test('the home page names the size with which it is sent', () => {
  const { root, read } = makeHome(`<p>${words}</p><b>${pageBytesMark}</b>`);
  printPageBytes(root);
  expect(read()).toContain(`<b>${formatBytes(brotliCompressSync(read()).length)}</b>`);
});

test('a home page that does not print its size, or twice, fails the build', () => {
  for (const html of ['<b></b>', pageBytesMark.repeat(2)])
    expect(() => printPageBytes(makeHome(html).root)).toThrow('once in the home page');
});

/** Letters that hardly compress: four bits of each byte. */
const noise = (bytes: number) => randomBytes(bytes).toString('hex');

test('the build names every page that is too large, and its size', async () => {
  const { root } = makeHome(noise(pageBytesMax + 400));
  for (const [name, html] of [
    ['small', noise(pageBytesMax - 400)],
    ['larger', noise(pageBytesMax + 900)],
  ] as const) {
    mkdirSync(path.join(root, name));
    writeFileSync(path.join(root, name, 'index.html'), html);
  }
  const sizes = /than 15360 bytes:\nlarger\/index.html: 16\d+ bytes\nindex.html: 1[56]\d+ bytes$/;
  await expect(checkPageBytes(root)).rejects.toThrow(sizes);
});

test('a site of small pages is built, and its page without content is not counted', async () => {
  const { root } = makeHome(noise(pageBytesMax - 400));
  writeFileSync(path.join(root, '__spa-fallback.html'), noise(pageBytesMax + 900));
  await checkPageBytes(root);
});
