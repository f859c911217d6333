import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { settingPlaceholders } from '#lib/setting-placeholders.ts';
import { compressRest, compressText } from '../../scripts/build/compress.ts';

const long = 'words '.repeat(100);
const withSetting = `${long}${settingPlaceholders.termsUrl}`;

function makeSite(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'site-'));
  mkdirSync(path.join(root, 'assets'));
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(root, file), text);
  return root;
}

const listCopies = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.br'))
    .sort();

test('texts are compressed, except what is short or no text; what is filled in later, for that', async () => {
  const files = { 'a.html': long, 'b.html': 'short', 'c.html': withSetting, 'd.png': long };
  const root = makeSite({ ...files, 'assets/e.js': long });
  await compressRest(root, ['/assets/e.js']);
  expect(listCopies(root)).toEqual(['a.html.br', 'assets/e.js.br', 'c.html.unfilled.br']);
  const unfilled = readFileSync(path.join(root, 'c.html.unfilled.br'));
  expect(brotliDecompressSync(unfilled).toString()).toBe(withSetting);
});

test('a text that has its copy is not compressed again', async () => {
  const root = makeSite({ 'a.html': long });
  expect(compressText(path.join(root, 'a.html'), long)).toBeLessThan(long.length);
  writeFileSync(path.join(root, 'a.html.br'), 'kept');
  await compressRest(root, []);
  expect(readFileSync(path.join(root, 'a.html.br'), 'utf8')).toBe('kept');
});

test('a setting in a file that is named by its content fails the build', async () => {
  const root = makeSite({ 'assets/e.js': withSetting });
  await expect(compressRest(root, [])).rejects.toThrow('e.js must not contain a setting');
});
