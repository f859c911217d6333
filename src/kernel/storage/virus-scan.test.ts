import { expect, test } from 'vitest';
import { createVirusScanner } from '#test/fakes/virus-scanner.ts';
import { readConfig } from '../config.ts';
import { acceptUpload } from './uploads.ts';

const configWith = (VIRUS_SCAN_COMMAND: string) =>
  readConfig({ NODE_ENV: 'test', APP_SECRET: 'x'.repeat(32), VIRUS_SCAN_COMMAND });
const scanned = configWith(createVirusScanner());
const accept = (text: string, config = scanned) =>
  acceptUpload(config, { bytes: Buffer.from(text), name: 'notes.txt' });

test('the scanner judges a file by its exit code', async () => {
  expect(await accept('a letter')).toMatchObject({ name: 'notes.txt', extension: 'txt' });
  await expect(accept('a virus')).rejects.toMatchObject({
    fields: { file: ['The virus scanner reports this file as infected. It was not kept.'] },
  });
});

test('a scanner that gives no verdict is an outage', async () => {
  const outage = { name: 'Error', retryAfterSeconds: expect.any(Number) };
  await expect(accept('a broken file')).rejects.toMatchObject(outage);
  await expect(accept('a letter', configWith('/no/such/scanner -'))).rejects.toMatchObject(outage);
});

test('without a scanner files are accepted unjudged', async () => {
  expect(await accept('a virus', configWith(''))).toMatchObject({ name: 'notes.txt' });
});
