import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readAppConfig } from '../app-config.ts';
import { toTestConfig } from './test-config.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'weftline-test-config-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const live = readAppConfig({
  DATA_DIR,
  NODE_ENV: 'production',
  SITE_URL: 'https://app.example',
  MAIL_URL: 'smtp://mail.example',
  APP_SECRET: `${'n'.repeat(32)},${'o'.repeat(32)}`,
  DATABASE_URL: 'postgres://app@db.example/app',
  DATABASE_REPLICA_URL: 'postgres://app@replica.example/app',
  TEST_MODE_DATABASE_URL: 'postgres://app@db.example/test',
  STRIPE_SECRET_KEY: 'sk_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STORAGE_URL: 's3://bucket',
  REDIS_URL: 'redis://cache.example',
  SPEECH_API_URL: 'https://speech.example',
  SPEECH_API_KEY: 'speech',
  STAFF_EMAILS: 'staff@app.example',
  SENTRY_DSN: 'https://key@sentry.example/1',
});
const config = toTestConfig(live);

test('test mode has a database, files and addresses of its own', () => {
  expect(config).toMatchObject({
    isTestMode: true,
    DATABASE_URL: 'postgres://app@db.example/test',
    DATA_DIR: path.join(DATA_DIR, 'test-mode'),
    SITE_URL: 'https://app.example/test',
  });
});

test('it reaches nobody outside, and costs nothing there', () => {
  const text = JSON.stringify(config);
  const outside = ['mail.', 'replica.', 'sk_x', 'whsec_x', 'bucket', 'cache.', 'sentry.', 'staff@'];
  for (const part of [...outside, 'speech.']) expect(text).not.toContain(part);
  expect(config.hasPaymentSandbox).toBe(true);
  expect(config.gatewayPorts).toEqual([]);
});

test('what it signs is not valid live, and secrets can be replaced there too', () => {
  expect(config.APP_SECRET).toHaveLength(2);
  for (const secret of config.APP_SECRET) {
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(live.APP_SECRET).not.toContain(secret);
  }
});
