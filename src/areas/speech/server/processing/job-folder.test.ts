import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { removeAbandonedFolders, withJobFolder } from './job-folder.ts';

test('the folder is removed after success and failure', async () => {
  const seen: string[] = [];
  await withJobFolder(async (folder) => seen.push(folder));
  const failing = withJobFolder(async (folder) => {
    seen.push(folder);
    writeFileSync(path.join(folder, 'recording'), 'words');
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  expect(seen.map(existsSync)).toEqual([false, false]);
});

test('folders of crashed processes are removed after an hour', async () => {
  const make = () => mkdtempSync(path.join(os.tmpdir(), 'weftline-speech-'));
  const [left, working] = [make(), make()];
  const longAgo = new Date(Date.now() - 3_700_000);
  utimesSync(left, longAgo, longAgo);
  await removeAbandonedFolders();
  expect([left, working].map(existsSync)).toEqual([false, true]);
  rmSync(working, { recursive: true });
});
