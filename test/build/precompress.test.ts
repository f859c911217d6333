import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { settingPlaceholders } from '#lib/setting-placeholders.ts';
import { precompress } from '../../scripts/build/precompress.ts';

const long = 'words '.repeat(100);
const withSetting = `${long}${settingPlaceholders.termsUrl}`;

function makeSite(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'site-'));
  mkdirSync(path.join(root, 'assets'));
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(root, file), text);
  return root;
}

test('texts are compressed, except what is short or no text; what is filled in later, for that', async () => {
  const files = { 'a.html': long, 'b.html': 'short', 'c.html': withSetting, 'd.png': long };
  const root = makeSite({ ...files, 'assets/e.js': long });
  await precompress(root);
  const copies = readdirSync(root, { recursive: true, encoding: 'utf8' });
  expect(copies.filter((file) => file.endsWith('.br')).sort()).toEqual([
    'a.html.br',
    'assets/e.js.br',
    'c.html.unfilled.br',
  ]);
  const unfilled = readFileSync(path.join(root, 'c.html.unfilled.br'));
  expect(brotliDecompressSync(unfilled).toString()).toBe(withSetting);
});

test('a setting in a file that is named by its content fails the build', async () => {
  const root = makeSite({ 'assets/e.js': withSetting });
  await expect(precompress(root)).rejects.toThrow('e.js must not contain a setting');
});
