// Each test runs in a process of its own: threads can't change who may read their files.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { passableMode } from './data-dir.ts';

const toAddress = (file: string) => pathToFileURL(path.join(import.meta.dirname, file)).href;
const readMode = (...place: string[]) => statSync(path.join(...place)).mode & 0o777;

function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'weftline-data-dir-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  return folder;
}

/** Closes the folder, then runs the code with `dataDir`. */
const close = (dataDir: string, code = '') =>
  execFileSync(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { closeDataDir, makeForOthers } from '${toAddress('data-dir.ts')}';
     import { createStorage } from '${toAddress('storage/storage.ts')}';
     import { mkdirSync } from 'node:fs';
     const dataDir = ${JSON.stringify(dataDir)};
     closeDataDir(dataDir);
     ${code}`,
  ]);

test('what was open to others is closed, and so is what is made afterwards', () => {
  const folder = createFolder();
  mkdirSync(path.join(folder, 'files/tickets'), { recursive: true });
  mkdirSync(path.join(folder, 'postgres'));
  writeFileSync(path.join(folder, 'files/tickets/passport.png'), '');
  chmodSync(path.join(folder, 'files/tickets/passport.png'), 0o644);
  close(
    folder,
    `await createStorage({ DATA_DIR: dataDir }).put('speech/a/b.mp3', Buffer.from('a'), {
       contentType: 'audio/mpeg',
     });
     makeForOthers(() => mkdirSync(dataDir + '/programs', { mode: 0o755 }));
     mkdirSync(dataDir + '/own');`,
  );
  expect(readMode(folder)).toBe(passableMode);
  expect(readMode(folder, 'postgres')).toBe(passableMode);
  for (const name of ['files', 'files/tickets', 'files/speech', 'files/speech/a', 'own'])
    expect([name, readMode(folder, name)]).toEqual([name, 0o700]);
  expect(readMode(folder, 'files/tickets/passport.png')).toBe(0o600);
  expect(readMode(folder, 'files/speech/a/b.mp3')).toBe(0o600);
  expect(readMode(folder, 'programs')).toBe(0o755);
});

test('a folder that only its owner may enter stays like that, and a missing one is none', () => {
  const folder = createFolder();
  chmodSync(folder, 0o700);
  close(folder);
  expect(readMode(folder)).toBe(0o700);
  close(path.join(folder, 'missing'));
});
