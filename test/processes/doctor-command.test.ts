// What `npm run doctor` says of an installation whose services are local servers.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readDatabaseUrl, useDatabase, useEmptyDatabase } from '../database.ts';
import { startHttpServer } from '../fakes/http-server.ts';
import { startS3 } from '../fakes/providers/s3/start-s3.ts';
import { startVies } from '../fakes/providers/vies.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { createDataDir } from './app-process.ts';

const database = useDatabase();
const empty = useEmptyDatabase();
const DATA_DIR = createDataDir();
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

type Result = { code: unknown; output: string; errors: string };
const run = (args: string[], env: Record<string, string>): Promise<Result> =>
  new Promise((resolve) =>
    execFile(
      process.execPath,
      [path.resolve('scripts/doctor.ts'), ...args],
      { env: { PATH: process.env.PATH, DATA_DIR, ...env } },
      (error, output, errors) => resolve({ code: error?.code ?? 0, output, errors }),
    ),
  );
/** The state and the message of each line, by title. */
const readLines = (output: string) =>
  Object.fromEntries(
    [...output.matchAll(/^ {2}(\w+) +(\S.*?) {2,}(\S.*)$/gm)].map(([, state, title, message]) => [
      title,
      `${state} ${message}`,
    ]),
  );

async function openServices() {
  const smtp = await startSmtpServer(0, undefined, ({ password }) =>
    password === 'right' ? null : '5.7.8 Bad credentials',
  );
  const s3 = await startS3();
  const vies = await startVies();
  const http = await startHttpServer();
  onTestFinished(async () => {
    await smtp.stop();
    await s3.close();
    await vies.close();
    await http.stop();
  });
  http.on('GET /healthz', { status: 200, body: { status: 'ok' } });
  http.on('GET /v1/models', {
    status: 200,
    body: { data: [{ id: 'whisper-1' }, { id: 'tts-1' }] },
  });
  const env = {
    NODE_ENV: 'production',
    APP_SECRET: 'a secret of 32 characters or more',
    SITE_URL: http.url,
    DATABASE_URL: await readDatabaseUrl(database),
    MAIL_URL: smtp.url.replace('//', '//me:right@'),
    ALERT_EMAIL: 'ops@example.org',
    SPEECH_API_URL: `${http.url}/v1`,
    SPEECH_API_KEY: 'key',
    ...s3.settings,
    ...vies.settings,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    PAYMENTS_TEST_KEYS: 'on',
  };
  return { env, smtp, http };
}

test('the doctor reads the parts of an installation, and calls no service', async () => {
  const { env, http, smtp } = await openServices();
  const { code, output, errors } = await run([], env);
  expect(errors).toBe('');
  expect(readLines(output)).toMatchObject({
    // Slow on a busy machine.
    Database: expect.stringMatching(/^(?:works Answers in|LOOK It is slow:)/),
    'File storage': 'works Files can be written and read.',
    Address: expect.stringMatching(/^FAILS SITE_URL has no https/),
    Alerts: 'works Sent to ops@example.org.',
    Clock: 'works It agrees with that of the database.',
    Payments: expect.stringMatching(/^FAILS Test money by stripe/),
    'Exchange rates': expect.stringMatching(/^off No source is configured/),
    'Speech to text': 'works whisper-1, remote transcribes.',
  });
  expect(output).not.toMatch(/Proxy gateway|Payment keys|Services/);
  expect(code).toBe(1);
  expect([http.calls, smtp.received]).toEqual([[], []]);
});

test('with --live it calls the services, and sends nothing', async () => {
  const { env, smtp } = await openServices();
  const live = async (change: object = {}) => {
    const { output } = await run(['--live'], {
      ...env,
      STRIPE_SECRET_KEY: '',
      STRIPE_WEBHOOK_SECRET: '',
      ...change,
    });
    return readLines(output.slice(output.indexOf('Services:')));
  };
  const host = new URL(smtp.url).host;
  expect(await live()).toMatchObject({
    Mail: `works ${host} accepts the login of me.`,
    Address: expect.stringMatching(/leads to a running server\.$/),
    Clock: expect.stringMatching(/^works It agrees with that of 127\.0\.0\.1/),
    'Speech to text': expect.stringMatching(/^works .* has whisper-1 and tts-1\.$/),
    'VAT numbers': 'works VIES and all its registers work.',
    'Exchange rates': expect.stringMatching(/^off RATES_SOURCES is not set/),
  });
  expect(await live({ MAIL_URL: env.MAIL_URL.replace('right', 'wrong') })).toMatchObject({
    Mail: expect.stringMatching(/^FAILS .* refused the login of MAIL_URL \(535 5\.7\.8 EAUTH\)/),
  });
  expect(smtp.received).toEqual([]);
});

test.each([
  [['--dead'], {}, /^Usage: npm run doctor/],
  [[], { NODE_ENV: 'production' }, /APP_SECRET: required[\s\S]*MAIL_URL: required/],
  [[], { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /ECONNREFUSED/],
])('with %j and %j it says what is wrong', async (args, env, words) => {
  const { code, errors } = await run(args, env);
  expect([code, errors]).toEqual([1, expect.stringMatching(words)]);
});

test('it says that a database is not migrated, and does not migrate it', async () => {
  const env = { DATABASE_URL: empty.connectionString! };
  for (const time of ['first', 'second']) {
    const { code, errors } = await run([], env);
    expect([time, code, errors]).toEqual([
      time,
      1,
      'The database lacks migrations: start the server, or run npm run migrate.\n',
    ]);
  }
});
