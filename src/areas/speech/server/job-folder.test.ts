import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inJobFolder, removeLeftFolders } from './job-folder.ts';

test('a folder is gone when the work is done, and when it failed', async () => {
  const seen: string[] = [];
  await inJobFolder(async (folder) => seen.push(folder));
  const failing = inJobFolder(async (folder) => {
    seen.push(folder);
    writeFileSync(path.join(folder, 'recording'), 'words');
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  expect(seen.map(existsSync)).toEqual([false, false]);
});

test('what a process left behind that died goes after an hour', async () => {
  const make = () => mkdtempSync(path.join(os.tmpdir(), 'weftline-speech-'));
  const [left, working] = [make(), make()];
  const longAgo = new Date(Date.now() - 3_700_000);
  utimesSync(left, longAgo, longAgo);
  await removeLeftFolders();
  expect([left, working].map(existsSync)).toEqual([false, true]);
  rmSync(working, { recursive: true });
});
