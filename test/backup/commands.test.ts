// The commands as a timer starts them: what they print, and their exit codes.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newTarget } from './source.ts';

type Result = { code: number; output: string; errors: string };

function run(script: string, args: string[], env: Record<string, string> = {}): Promise<Result> {
  const file = path.resolve('scripts', script);
  const variables = { PATH: process.env.PATH, DATA_DIR: newTarget(), ...env };
  return new Promise((resolve) =>
    execFile(process.execPath, [file, ...args], { env: variables }, (error, output, errors) =>
      resolve({ code: Number(error?.code ?? 0), output, errors }),
    ),
  );
}

test.each([
  ['backup.ts', ['--unknown'], "Unknown option '--unknown'"],
  ['backup.ts', ['store'], '"store" is no command'],
  ['backup.ts', ['--encrypt'], '--encrypt needs BACKUP_PASSPHRASE'],
  ['restore.ts', [], 'One folder with a backup is needed'],
  ['restore.ts', ['backup', '--until', 'yesterday'], '--until needs a time'],
])('%s %j shows the usage and exits with 2', async (script, args, words) => {
  const { code, output, errors } = await run(script, args);
  expect([code, output]).toEqual([2, '']);
  expect(errors).toContain(words);
  expect(errors).toContain('Usage: npm run');
});

test('what is no backup is an error with exit code 1, and nothing is written', async () => {
  const folder = newTarget();
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'note.txt'), '');
  const DATA_DIR = newTarget();
  const verified = await run('backup.ts', ['verify', folder]);
  const restored = await run('restore.ts', [folder], { DATA_DIR });
  for (const { code, output, errors } of [verified, restored]) {
    expect([code, output]).toEqual([1, '']);
    expect(errors).toBe(`${folder} is not a complete backup: it has no SHA256SUMS.\n`);
  }
  expect(existsSync(DATA_DIR)).toBe(false);
});
