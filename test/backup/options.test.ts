import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findPassphrase, readUntil } from '../../src/backups/options.ts';

function keyFile(content: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'key');
  writeFileSync(file, content);
  return file;
}
const salt = Buffer.alloc(16);
const readKey = (...from: Parameters<typeof findPassphrase>) =>
  // A low cost is enough to compare keys.
  findPassphrase(...from)?.keyFor(salt, 4);

test('a key file has the same passphrase as the variable, whatever ends its line', async () => {
  const key = await readKey(undefined, 'a long passphrase');
  for (const end of ['', '\n', '\r\n'])
    expect(await readKey(keyFile(`a long passphrase${end}`), undefined)).toEqual(key);
});

test('a key file comes before the variable, and without both nothing is encrypted', async () => {
  const key = await readKey(keyFile('a long passphrase'), 'another passphrase');
  expect(key).toEqual(await readKey(undefined, 'a long passphrase'));
  expect(findPassphrase(undefined, undefined)).toBeUndefined();
});

test('a short key file is refused', () => {
  expect(() => findPassphrase(keyFile('short\n'), undefined)).toThrow('at least 12 bytes');
});

test('a time has a time zone', () => {
  expect(readUntil('2026-11-22T10:00:00Z')).toEqual(new Date('2026-11-22T10:00:00Z'));
  expect(readUntil('2026-11-22T10:00:00+02:00')).toEqual(new Date('2026-11-22T08:00:00Z'));
  expect(readUntil('latest')).toBe('latest');
});

test.each(['', 'yesterday', '2026-11-22', '2026-11-22T10:00:00', '2026-13-22T10:00:00Z'])(
  '%j is no time',
  (text) => {
    expect(() => readUntil(text)).toThrow('--until needs a time');
  },
);
