import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readDatabaseUrl, useDatabase } from '../database.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';

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

test('mail try shows what a mail would become', async () => {
  const file = path.resolve('test/mails/gmail-de.eml');
  const env = { PATH: process.env.PATH, MAIL_FROM: 'no-reply@weftline.example.com' };
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, [path.resolve('scripts/mail.ts'), 'try', file], { env }, (_, text) =>
      resolve(text),
    ),
  );
  expect(output).toContain('=== Text\nDie Seite bleibt leer.\n');
  expect(output).toContain('=== Folded\nAm So., 29. Nov. 2026');
});

const database = useDatabase();

test('mail check signs in to the mail server, and says what is wrong', async () => {
  const login = ({ password }: { password?: string }) => (password === 'right' ? null : '5.7.8 No');
  const smtp = await startSmtpServer(0, undefined, login);
  onTestFinished(() => smtp.stop());
  const DATABASE_URL = await readDatabaseUrl(database);
  const check = (password: string) => {
    const MAIL_URL = smtp.url.replace('//', `//me:${password}@`);
    const APP_SECRET = 'a secret of 32 characters or more';
    const env = { PATH: process.env.PATH, DATABASE_URL, MAIL_URL, APP_SECRET };
    const args = [path.resolve('scripts/mail.ts'), 'check'];
    return new Promise<[code: unknown, output: string]>((resolve) =>
      execFile(process.execPath, args, { env }, (error, output) =>
        resolve([error?.code ?? 0, output]),
      ),
    );
  };
  const { host } = new URL(smtp.url);
  expect(await check('right')).toEqual([0, `${host} accepts the login of me.\n`]);
  const refused = expect.stringContaining('refused the login of MAIL_URL (535 5.7.8 EAUTH)');
  expect(await check('wrong')).toEqual([1, refused]);
  expect(smtp.received).toEqual([]);
});
