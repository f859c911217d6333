import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { formatBytes } from '#lib/format.ts';
import { pageBytesMark } from '#site/home/page-bytes.ts';
import { printPageBytes } from '../../scripts/build/page-bytes.ts';

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
