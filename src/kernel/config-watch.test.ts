// Keys of services in files that are replaced while the process runs.
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startS3 } from '#test/fakes/providers/s3/start-s3.ts';
import { startSmtpServer } from '#test/fakes/smtp-server.ts';
import { areaConfigs, readAppConfig } from '../app-config.ts';
import type { ConfigError } from './config.ts';
import { watchConfig } from './config-watch.ts';
import { openMailTransport } from './mail/transport.ts';
import { createStorage } from './storage/storage.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-settings-'));
});

/** Replaces a file as mounted secrets are replaced: by another folder behind a link. */
function write(name: string, content: string): void {
  const version = mkdtempSync(path.join(folder, 'version-'));
  writeFileSync(path.join(version, 'value'), content);
  mkdirSync(path.join(folder, name), { recursive: true });
  symlinkSync(version, path.join(folder, name, 'draft'));
  renameSync(path.join(folder, name, 'draft'), path.join(folder, name, 'current'));
}
const toFile = (name: string) => path.join(folder, name, 'current', 'value');

/** The configuration with each of these settings in a file. */
function open(settings: Record<string, string>) {
  const env: Record<string, string> = { DATA_DIR: folder, NODE_ENV: 'test' };
  for (const [name, content] of Object.entries(settings)) {
    write(name, content);
    env[`${name}_FILE`] = toFile(name);
  }
  const log = { info: vi.fn(), error: vi.fn() };
  const config = readAppConfig(env);
  const watch = watchConfig(config, env, log, areaConfigs);
  onTestFinished(() => {
    watch.close();
    rmSync(folder, { recursive: true });
  });
  return { config, log, check: watch.check, env };
}

const listProblems = (env: Record<string, string>) => {
  try {
    return readAppConfig({ DATA_DIR: folder, ...env });
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

test('a setting in a file is read without its line break, and checked as any other', () => {
  const { config, env } = open({ STRIPE_SECRET_KEY: 'sk_1\n', STRIPE_WEBHOOK_SECRET: 'wh_1\r\n' });
  expect(config).toMatchObject({ STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'wh_1' });
  write('MAIL_URL', 'http://mail.example');
  expect(listProblems({ MAIL_URL_FILE: toFile('MAIL_URL') })).toEqual([
    expect.stringMatching(/^MAIL_URL: must be an address that begins with smtp:/),
  ]);
  expect(listProblems({ ...env, STRIPE_SECRET_KEY: 'sk_2' })).toEqual([
    'STRIPE_SECRET_KEY_FILE: must not be set together with STRIPE_SECRET_KEY',
  ]);
});

test('a file that is missing or empty is a problem', () => {
  const missing = path.join(folder, 'missing');
  expect(listProblems({ SPEECH_API_KEY_FILE: missing })).toEqual([
    `SPEECH_API_KEY_FILE: ${missing} cannot be read (ENOENT)`,
  ]);
  write('SPEECH_API_KEY', '\n');
  const file = toFile('SPEECH_API_KEY');
  expect(listProblems({ SPEECH_API_KEY_FILE: file })).toEqual([
    `SPEECH_API_KEY_FILE: ${file} is empty`,
  ]);
});

test('a changed file is taken, a wrong one is reported once and changes nothing', () => {
  const first = { STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'wh_1' };
  const { config, log, check } = open(first);
  check();
  expect(log.info).not.toHaveBeenCalled();
  write('STRIPE_SECRET_KEY', 'sk_2');
  write('STRIPE_WEBHOOK_SECRET', '');
  check();
  check();
  expect(config).toMatchObject(first);
  expect(log.error).toHaveBeenCalledOnce();
  expect(log.error.mock.calls[0]?.[0].reason).toContain('is empty');
  write('STRIPE_WEBHOOK_SECRET', 'wh_2');
  check();
  expect(config).toMatchObject({ STRIPE_SECRET_KEY: 'sk_2', STRIPE_WEBHOOK_SECRET: 'wh_2' });
  const settings = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];
  expect(log.info).toHaveBeenCalledExactlyOnceWith({ settings }, expect.any(String));
});

test('mails are sent to the mail server of the changed file', async () => {
  const [before, after] = [await startSmtpServer(), await startSmtpServer()];
  onTestFinished(async () => {
    await before.stop();
    await after.stop();
  });
  const { config, check } = open({ MAIL_URL: before.url });
  const transport = openMailTransport(config);
  onTestFinished(() => transport.close());
  const send = (id: string, isUrgent: boolean) =>
    transport.send({
      id,
      isUrgent,
      messageId: `<${id}@site.example>`,
      subject: id,
      html: id,
      text: id,
      from: { address: 'a@site.example' },
      to: { address: 'b@site.example' },
    });
  await send('one', false);
  write('MAIL_URL', after.url);
  check();
  await send('two', false);
  await send('three', true);
  expect(before.received.map(({ subject }) => subject)).toEqual(['one']);
  expect(after.received.map(({ subject }) => subject)).toEqual(['two', 'three']);
});

test('files are stored with the keys of the changed file', async () => {
  const s3 = await startS3({ bucket: 'pictures' });
  onTestFinished(() => s3.close());
  const url = (secret: string) =>
    `s3://KEY:${secret}@pictures?endpoint=${encodeURIComponent(s3.address)}`;
  const { config, check } = open({ STORAGE_URL: url('OLD') });
  const storage = createStorage(config);
  const put = () => storage.put('a.txt', Buffer.from('a'), { contentType: 'text/plain' });
  await expect(put()).rejects.toThrow();
  write('STORAGE_URL', url('SECRET'));
  check();
  await put();
  expect(String(await storage.readBytes('a.txt'))).toBe('a');
});
