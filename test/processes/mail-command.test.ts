import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

test.each(['', 'constructor', 'toString', 'send'])('mail %j shows the usage', async (command) => {
  const file = path.resolve('scripts/mail.ts');
  // Where no database is, in case it wants one.
  const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const result = await new Promise<[code: unknown, errors: string]>((resolve) =>
    execFile(process.execPath, [file, command], { env }, (error, _, errors) =>
      resolve([error?.code, errors]),
    ),
  );
  expect(result).toEqual([1, expect.stringMatching(/^Usage: npm run mail/)]);
});
