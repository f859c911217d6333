// Several processes on one PostgreSQL behave like one.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMigrations } from '#kernel/database/migrate.ts';
import { startSmtpServer, type TestSmtpServer } from '../fakes/smtp-server.ts';
import {
  type AppProcess,
  createDataDir,
  startApp,
  uniqueAddress,
} from '../processes/app-process.ts';
import { createInquiry, signIn } from '../processes/customers.ts';

const requestCode = '/apix/accounts/otp/request/';
const profile = '/apix/accounts/profile/';

let smtp: TestSmtpServer;
const readMail = (email: string) =>
  smtp.received.find(({ recipients }) => recipients.includes(email))?.text;
beforeAll(async () => {
  smtp = await startSmtpServer();
});
afterAll(() => smtp.stop());

describe('two processes that start at the same time on an empty DATA_DIR', () => {
  const dataDir = createDataDir();
  let one: AppProcess;
  let other: AppProcess;
  beforeAll(async () => {
    const env = { MAIL_URL: smtp.url };
    [one, other] = await Promise.all([startApp(dataDir, env), startApp(dataDir, env)]);
  });
  afterAll(async () => {
    await Promise.all([one?.kill(), other?.kill()]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('apply each migration once', () => {
    const applied = [...one.migrated, ...other.migrated];
    expect(applied).toEqual(readMigrations().map(({ name }) => name));
  });

  test('deliver each e-mail once, whichever process queued it', async () => {
    const received = () =>
      smtp.received
        .flatMap(({ recipients }) => recipients)
        .filter((to) => to.endsWith('@once.example.com'));
    const emails = Array.from({ length: 30 }, (_, at) => `customer${at}@once.example.com`);
    const responses = emails.map((email, at) =>
      (at % 2 ? one : other).call('POST', requestCode, { body: { email } }),
    );
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(
      emails.map(() => 200),
    );
    await expect.poll(received).toHaveLength(emails.length);
    // A later e-mail arrives after any duplicates of the earlier ones.
    await signIn(one, 'last@once.example.com', readMail);
    expect(received().toSorted()).toEqual([...emails, 'last@once.example.com'].toSorted());
  });

  test('refuse a session as soon as one of them has revoked it', async () => {
    const token = await signIn(one, 'revoked@example.com', readMail);
    expect((await other.call('GET', profile, { token })).status).toBe(200);
    const { body } = await one.call('GET', '/apix/accounts/sessions/', { token });
    const [session] = body.results as { id: string }[];
    await one.call('DELETE', `/apix/accounts/sessions/${session?.id}/`, { token });
    // The notification reaches the other process a moment later.
    const readStatus = async () => (await other.call('GET', profile, { token })).status;
    await expect.poll(readStatus).toBe(401);
  });

  test('refuse an API key as soon as one of them has revoked it', async () => {
    const keys = '/apix/billing/api-keys/';
    const token = await signIn(one, 'program@example.com', readMail);
    const { body } = await one.call('POST', keys, { body: { name: 'ci' }, token });
    const callOther = () => other.call('GET', profile, { token: String(body.key) });
    expect((await callOther()).status).toBe(200);
    await one.call('POST', `${keys}${body.id}/revoke/`, { body: {}, token });
    await expect.poll(callOther).toMatchObject({ status: 401, body: { code: 'api_key_revoked' } });
  });

  test('end open event streams when they are stopped', async () => {
    const leaving = await startApp(dataDir, { MAIL_URL: smtp.url });
    const token = await signIn(leaving, 'watcher@example.com', readMail);
    const stream = await fetch(`${leaving.url}/apix/events/?topics=payments`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const [code, words] = await Promise.all([leaving.stop(), stream.text()]);
    expect([code, words]).toEqual([0, ': open\n\n']);
  });

  test('share the cooldown between two sign-in codes', async () => {
    const request = { body: { email: 'patient@example.com' }, from: uniqueAddress() };
    expect((await one.call('POST', requestCode, request)).status).toBe(200);
    const second = await other.call('POST', requestCode, request);
    expect(second).toMatchObject({ status: 429, body: { code: 'cooldown' } });
  });
});

test('a process survives the end of the one that started the embedded PostgreSQL', async () => {
  const dataDir = createDataDir();
  const env = { MAIL_URL: smtp.url };
  const owner = await startApp(dataDir, env);
  const survivor = await startApp(dataDir, env);
  try {
    const token = await signIn(owner, 'survivor@example.com', readMail);
    await owner.kill();
    const read = async () => (await survivor.call('GET', profile, { token })).status;
    await expect.poll(read).toBe(200);
    const body = createInquiry('after@example.com');
    const written = await survivor.call('POST', '/apix/leads/leads/submit/', { body });
    expect(written.status).toBe(201);
    await signIn(survivor, 'new@example.com', readMail);
    expect(await survivor.stop()).toBe(0);
  } finally {
    await Promise.all([owner.kill(), survivor.kill()]);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
