import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ConfigError } from '#kernel/config.ts';
import { readAppConfig } from './app-config.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'weftline-config-'));
const listProblems = (env: Record<string, string>): readonly string[] => {
  try {
    readAppConfig({ DATA_DIR, ...env });
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

test('a payment provider needs both its key and the secret of its webhooks', () => {
  expect(listProblems({ NOWPAYMENTS_API_KEY: 'key', STRIPE_WEBHOOK_SECRET: 'whsec' })).toEqual([
    'NOWPAYMENTS_IPN_SECRET: required together with NOWPAYMENTS_API_KEY',
    'STRIPE_SECRET_KEY: required together with STRIPE_WEBHOOK_SECRET',
  ]);
  expect(listProblems({ STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec' })).toEqual([]);
});

test('providers that are played on a machine are refused in production', () => {
  const settings = { PROVIDERS: 'fake', STRIPE_URL: 'http://127.0.0.1:4000' };
  expect(listProblems(settings)).toEqual([]);
  expect(listProblems({ ...settings, NODE_ENV: 'production' })).toEqual(
    expect.arrayContaining([
      'STRIPE_URL: providers that are played on a machine are not for production',
      'PROVIDERS: providers that are played on a machine are not for production',
    ]),
  );
});

test('mirrors of exchange rates have the name of their source', () => {
  const RATES_MIRRORS = 'cbr=https://mirror.example.com/cbr.xml, ecb=http://10.0.0.1/?a=b';
  expect(readAppConfig({ DATA_DIR, RATES_MIRRORS }).RATES_MIRRORS).toEqual([
    { name: 'cbr', url: 'https://mirror.example.com/cbr.xml' },
    { name: 'ecb', url: 'http://10.0.0.1/?a=b' },
  ]);
  for (const wrong of ['bank=https://a.example', 'cbr', 'cbr=ftp://a.example', 'https://a.example'])
    expect(listProblems({ RATES_MIRRORS: wrong })).toEqual([
      expect.stringMatching(/^RATES_MIRRORS: must be NAME=https:.* with a name of ecb, /),
    ]);
});

test('the payment sandbox is off in production by default', () => {
  const production = {
    DATA_DIR,
    NODE_ENV: 'production',
    APP_SECRET: 'x'.repeat(32),
    SITE_URL: 'https://example.com',
    MAIL_URL: 'smtp://mail.example.com:587',
  };
  expect(readAppConfig({ DATA_DIR }).hasPaymentSandbox).toBe(true);
  expect(readAppConfig({ DATA_DIR, PAYMENTS_SANDBOX: 'off' }).hasPaymentSandbox).toBe(false);
  expect(readAppConfig(production).hasPaymentSandbox).toBe(false);
  expect(readAppConfig({ ...production, PAYMENTS_SANDBOX: 'on' }).hasPaymentSandbox).toBe(true);
});

test('in production the sandbox is refused together with a real provider', () => {
  const nowpayments = { NOWPAYMENTS_API_KEY: 'key', NOWPAYMENTS_IPN_SECRET: 'secret' };
  const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const production = {
    NODE_ENV: 'production',
    APP_SECRET: 'x'.repeat(32),
    SITE_URL: 'https://example.com',
    MAIL_URL: 'smtp://mail.example.com:587',
  };
  const refusal = 'PAYMENTS_SANDBOX: must not be on in production together with';
  expect(listProblems({ ...production, ...stripe, PAYMENTS_SANDBOX: 'on' })).toEqual([
    `${refusal} STRIPE_SECRET_KEY`,
  ]);
  expect(
    listProblems({ ...production, ...nowpayments, ...stripe, PORT: 'x', PAYMENTS_SANDBOX: '1' }),
  ).toEqual([
    'PORT: must be a number',
    `${refusal} NOWPAYMENTS_API_KEY`,
    `${refusal} STRIPE_SECRET_KEY`,
  ]);
  expect(listProblems({ ...production, ...stripe, PAYMENTS_SANDBOX: 'off' })).toEqual([]);
  expect(listProblems({ ...stripe, PAYMENTS_SANDBOX: 'on' })).toEqual([]);
});

test.each([
  [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY'],
  [{ STRIPE_SECRET_KEY: 'rk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY'],
  [{ NOWPAYMENTS_URL: 'https://api-sandbox.nowpayments.io/v1' }, 'NOWPAYMENTS_URL'],
  [{ NOWPAYMENTS_URL: 'http://127.0.0.1:8080/v1' }, 'NOWPAYMENTS_URL'],
])('in production test money is refused unless it is allowed: %j', (settings, name) => {
  const production = {
    NODE_ENV: 'production',
    APP_SECRET: 'x'.repeat(32),
    SITE_URL: 'https://example.com',
    MAIL_URL: 'smtp://mail.example.com:587',
    ...settings,
  };
  expect(listProblems(production)).toEqual([
    `${name}: is of the provider's test mode, which moves no money; set PAYMENTS_TEST_KEYS=on to allow it in production`,
  ]);
  expect(listProblems({ ...production, PAYMENTS_TEST_KEYS: 'on' })).toEqual([]);
  expect(listProblems(settings)).toEqual([]);
});

test('an adjustment is limited to 10,000 US dollars by default', () => {
  expect(readAppConfig({ DATA_DIR }).ADJUSTMENT_MAX_USD).toBe(10_000);
  expect(listProblems({ ADJUSTMENT_MAX_USD: 'much' })).toEqual([
    'ADJUSTMENT_MAX_USD: must be a number',
  ]);
});

test('the gateway is on in development, and elsewhere where a port is given', () => {
  const portsIn = (env: Record<string, string>) => readAppConfig({ DATA_DIR, ...env }).gatewayPorts;
  expect(portsIn({}).slice(0, 2)).toEqual([3128, 3129]);
  expect(portsIn({ NODE_ENV: 'test' })).toEqual([]);
  expect(portsIn({ PROXY_PORT: 'off' })).toEqual([]);
  expect(portsIn({ PROXY_PORT: '8000' })).toEqual([8000]);
  expect(portsIn({ PROXY_PORT: '0' })).toEqual([0]);
  expect(listProblems({ PROXY_PORT: 'many' })).toEqual([
    'PROXY_PORT: must be a port number, or off',
  ]);
});
