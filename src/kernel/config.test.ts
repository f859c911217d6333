import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type ConfigError, readConfig } from './config.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'weftline-config-'));
const listProblems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig({ DATA_DIR, ...env });
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

test('an empty environment results in development defaults', () => {
  expect(readConfig({ DATA_DIR })).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    SITE_URL: 'http://localhost:3000',
    JOBS: 'inline',
    STAFF_EMAILS: [],
    isProduction: false,
    hasDevPages: true,
  });
});

test('all invalid values are reported together', () => {
  expect(
    listProblems({
      PORT: 'many',
      DATABASE_URL: 'mysql://x',
      STAFF_EMAILS: 'a@x.de, nobody',
      JOBS: 'some',
      APP_SECRET: 'short',
    }),
  ).toEqual([
    'PORT: must be a number',
    'DATABASE_URL: must be an address that begins with postgres:// or postgresql://',
    'APP_SECRET: needs at least 32 characters',
    'STAFF_EMAILS: must be an e-mail address',
    'JOBS: Invalid option: expected one of "inline"|"off"|"only"',
  ]);
});

test('the archive of the log needs a whole path, and backups a long passphrase', () => {
  expect(
    listProblems({ BACKUP_WAL_DIR: 'log', BACKUP_PASSPHRASE: 'short', BACKUP_TO: 'here' }),
  ).toEqual([
    'BACKUP_WAL_DIR: must be the whole path of a folder, beginning with /',
    'BACKUP_TO: must be the whole path of a folder, beginning with /, or s3://KEY:SECRET@bucket',
    'BACKUP_PASSPHRASE: needs at least 12 characters',
  ]);
});

test('all variables missing in production are reported together', () => {
  expect(listProblems({ NODE_ENV: 'production' })).toEqual([
    'APP_SECRET: required when NODE_ENV is production',
    'SITE_URL: required when NODE_ENV is production',
    'MAIL_URL: required when NODE_ENV is production',
  ]);
});

test('dev pages exist neither in production nor with a mail server', () => {
  const MAIL_URL = 'smtp://mail.example.com:587';
  const production = {
    NODE_ENV: 'production',
    APP_SECRET: 'x'.repeat(32),
    SITE_URL: 'https://example.com/',
  };
  expect(readConfig({ DATA_DIR, ...production, MAIL_URL })).toMatchObject({
    hasDevPages: false,
    SITE_URL: 'https://example.com',
  });
  expect(readConfig({ DATA_DIR, MAIL_URL }).hasDevPages).toBe(false);
});

test('outside production a public address must be allowed explicitly', () => {
  expect(listProblems({ HOST: '0.0.0.0' })).toEqual([
    'HOST: outside production only a loopback address starts; set ALLOW_PUBLIC_DEV=1 to open it',
  ]);
  expect(listProblems({ HOST: '0.0.0.0', ALLOW_PUBLIC_DEV: '1' })).toEqual([]);
});

test('a login by OAuth2 needs all of its parts, and a mailbox', () => {
  const oauth = { MAIL_OAUTH_TENANT: 'example.com', MAIL_OAUTH_CLIENT_ID: 'client-1' };
  const mailbox =
    'MAIL_OAUTH_TENANT: needs MAIL_URL or INBOUND_IMAP_URL with the mailbox as its user, and without a password';
  expect(listProblems({ ...oauth, MAIL_URL: 'smtp://mail.example.com' })).toEqual([
    'MAIL_OAUTH_CLIENT_SECRET: required together with MAIL_OAUTH_TENANT',
    mailbox,
  ]);
  const whole = { ...oauth, MAIL_OAUTH_CLIENT_SECRET: 'secret' };
  expect(listProblems(whole)).toEqual([mailbox]);
  expect(listProblems({ ...whole, MAIL_URL: 'smtp://a:secret@mail.example.com' })).toEqual([
    mailbox,
  ]);
  expect(listProblems({ ...whole, MAIL_URL: 'smtp://a%40b.c@mail.example.com' })).toEqual([]);
  const INBOUND_IMAP_URL = 'imaps://a%40b.c@mail.example.com';
  expect(listProblems({ ...whole, INBOUND_IMAP_URL, INBOUND_AUTHSERV_ID: 'none' })).toEqual([]);
});

test('mail that no relay signs needs the name of who verifies its senders, and a login', () => {
  expect(listProblems({ INBOUND_SMTP: '0.0.0.0:99999', INBOUND_SMTP_FROM: 'true' })).toEqual([
    'INBOUND_SMTP: must be ADDRESS:PORT, such as 0.0.0.0:2525',
    'INBOUND_SMTP_FROM: must be a list of addresses, CIDR ranges and names: loopback, uniquelocal',
    expect.stringMatching(/^INBOUND_AUTHSERV_ID: required with INBOUND_SMTP: /),
  ]);
  const id = { INBOUND_AUTHSERV_ID: 'mx.example.com' };
  expect(listProblems({ ...id, INBOUND_IMAP_URL: 'imaps://mail.example.com' })).toEqual([
    'INBOUND_IMAP_URL: needs the user, as in imaps://user:password@host',
  ]);
  expect(listProblems({ ...id, INBOUND_IMAP_URL: 'imaps://reply@mail.example.com' })).toEqual([
    'INBOUND_IMAP_URL: needs a password, or MAIL_OAUTH_TENANT and the others',
  ]);
  const { INBOUND_SMTP, INBOUND_SMTP_FROM } = readConfig({
    DATA_DIR,
    ...id,
    INBOUND_SMTP: '[::1]:2525',
  });
  expect(INBOUND_SMTP).toEqual({ host: '::1', port: 2525 });
  expect(INBOUND_SMTP_FROM).toEqual(['loopback', 'uniquelocal']);
});

test.each([
  ['true', true],
  ['false', false],
  ['loopback', ['loopback']],
  ['10.0.0.0/8, fd00::/8,192.0.2.7', ['10.0.0.0/8', 'fd00::/8', '192.0.2.7']],
])('TRUST_PROXY=%s is accepted', (TRUST_PROXY, read) => {
  expect(readConfig({ DATA_DIR, TRUST_PROXY }).TRUST_PROXY).toEqual(read);
});

test.each(['1', 'foo', 'loopback,', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.0/8/8', '10.1'])(
  'TRUST_PROXY=%s stops the start',
  (TRUST_PROXY) => {
    expect(listProblems({ TRUST_PROXY })).toEqual([
      'TRUST_PROXY: must be true, false, or a list of addresses, CIDR ranges and names: ' +
        'loopback, linklocal, uniquelocal',
    ]);
  },
);

test('a storage URL without a bucket is refused', () => {
  expect(readConfig({ DATA_DIR, STORAGE_URL: 's3://b' }).STORAGE_URL).toBe('s3://b');
  expect(listProblems({ STORAGE_URL: 's3://b/path' })).toEqual([
    'STORAGE_URL: write s3://bucket?endpoint=...&region=..., without a path',
  ]);
  expect(listProblems({ STORAGE_URL: 'https://b' })).toEqual([
    'STORAGE_URL: must be an address that begins with s3://',
  ]);
});

test('the secret is generated once and stored', () => {
  const [first, ...others] = readConfig({ DATA_DIR }).APP_SECRET;
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(others).toEqual([]);
  expect(readConfig({ DATA_DIR }).APP_SECRET).toEqual([first]);
});

test('secrets are a list, in the variable and in the file', () => {
  const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)];
  expect(readConfig({ DATA_DIR, APP_SECRET: `${newer}, ${older}` }).APP_SECRET).toEqual([
    newer,
    older,
  ]);
  expect(listProblems({ APP_SECRET: `${newer},short` })).toEqual([
    'APP_SECRET: each secret needs at least 32 characters',
  ]);
  const ownDir = mkdtempSync(path.join(DATA_DIR, 'own-'));
  writeFileSync(path.join(ownDir, 'app-secret'), `${newer},${older}\n`);
  expect(readConfig({ DATA_DIR: ownDir }).APP_SECRET).toEqual([newer, older]);
  writeFileSync(path.join(ownDir, 'app-secret'), 'short');
  expect(listProblems({ DATA_DIR: ownDir })).toEqual([
    `APP_SECRET: each secret in ${ownDir}/app-secret needs at least 32 characters`,
  ]);
});

test('a Sentry address has a key and a project', () => {
  const SENTRY_DSN = 'https://key@sentry.example.com/1';
  expect(readConfig({ DATA_DIR, SENTRY_DSN }).SENTRY_DSN).toBe(SENTRY_DSN);
  for (const wrong of ['https://sentry.example.com/1', 'https://key@sentry.example.com/', 'key'])
    expect(listProblems({ SENTRY_DSN: wrong })).toEqual([
      'SENTRY_DSN: must be an address such as https://KEY@sentry.example.com/1',
    ]);
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ DATA_DIR, PORT: '', MAIL_URL: '' }).PORT).toBe(3000);
});

test('DATABASE_URL may name several servers, DATABASE_REPLICA_URL one', () => {
  const servers = 'postgres://me@one,two:6432/name?target_session_attrs=read-write';
  expect(readConfig({ DATA_DIR, DATABASE_URL: servers }).DATABASE_URL).toBe(servers);
  expect(
    listProblems({ DATABASE_URL: 'postgres://one,/name', DATABASE_REPLICA_URL: servers }),
  ).toEqual([
    'DATABASE_URL: names no host that can be read in place 2 of 2',
    'DATABASE_REPLICA_URL: must name one server, without target_session_attrs',
  ]);
});

test('only processes in production that serve calls drain before they stop', () => {
  const production = {
    DATA_DIR,
    NODE_ENV: 'production',
    APP_SECRET: 'x'.repeat(32),
    SITE_URL: 'https://example.com/',
    MAIL_URL: 'smtp://mail.example.com:587',
  };
  expect(readConfig({ DATA_DIR }).DRAIN_SECONDS).toBe(0);
  expect(readConfig(production).DRAIN_SECONDS).toBe(5);
  expect(readConfig({ ...production, JOBS: 'only' }).DRAIN_SECONDS).toBe(0);
  expect(readConfig({ ...production, JOBS: 'only', DRAIN_SECONDS: '2' }).DRAIN_SECONDS).toBe(2);
});

test('the health port is none of the calls', () => {
  expect(readConfig({ DATA_DIR }).HEALTH_PORT).toBeUndefined();
  expect(readConfig({ DATA_DIR, HEALTH_PORT: '3001' }).HEALTH_PORT).toBe(3001);
  expect(listProblems({ HEALTH_PORT: '3000' })).toEqual(['HEALTH_PORT: must not be PORT']);
  expect(listProblems({ HEALTH_PORT: '0' })).toHaveLength(1);
});

test('what is put into pages has no character that means something there', () => {
  const plain = 'must not contain spaces, quotes, backslashes, &, < or >';
  for (const bad of ['"', "'", '`', '&', '<', '>', '\\', ' ', '\n', '\u0000'])
    expect(listProblems({ SITE_URL: `https://x.example/${bad}`, TERMS_URL: `/a${bad}b` })).toEqual([
      `SITE_URL: ${plain}`,
      `TERMS_URL: ${plain}`,
    ]);
  expect(
    listProblems({ SUPPORT_URL: 'https://x.example/?from=mail#top', PRIVACY_URL: '/p' }),
  ).toEqual([]);
});
