import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#test/database.ts';
import { startSmtpServer, type TestSmtpServer } from '#test/fakes/smtp-server.ts';
import { createTestJobs, type TestJobs } from '#test/fakes/test-jobs.ts';
import type { Config } from '../config.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createMail, type Mail, type MailDraft } from './outbox.ts';
import { type MailTransport, openMailTransport } from './transport.ts';

const database = useDatabase();
const start = new Date('2026-11-20T10:00:00Z');
let now = start;
const clock = { now: () => now };
const config: Pick<Config, 'MAIL_FROM' | 'SITE_URL' | 'APP_SECRET'> = {
  MAIL_FROM: 'no-reply@site.example',
  SITE_URL: 'https://site.example:8443',
  APP_SECRET: ['a secret of 32 characters or more'],
};
const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });

let smtp: TestSmtpServer;
let transport: MailTransport;
let jobs: TestJobs;
let mail: Mail;

const draft: MailDraft = {
  kind: 'receipt',
  to: { name: 'Ann Ünal', address: 'ann@example.com' },
  subject: 'Your receipt № 7',
  html: '<p>Paid, with <b>thanks</b></p>',
  text: 'Paid, with thanks',
};
const codeMail: MailDraft = {
  ...draft,
  kind: 'sign-in-code',
  subject: '123456 is your code',
  html: '<p>123456</p>',
  text: '123456',
  isSecret: true,
};

beforeEach(async () => {
  await database.write.deleteFrom('mail').execute();
  lines.length = 0;
  now = start;
  smtp = await startSmtpServer();
  transport = openMailTransport({ MAIL_URL: smtp.url, DATA_DIR: '/nonexistent' });
  jobs = createTestJobs();
  const metrics = { registry: new Registry() };
  const deps = { database, jobs, transport, clock, log, config, metrics };
  mail = createMail({ ...deps, siteName: 'Weftline' });
});

afterEach(async () => {
  transport.close();
  await smtp.stop();
});

const readRow = (id: string) =>
  database.write
    .selectFrom('mail')
    .select(['status', 'attempts', 'last_error', 'sent_at', 'subject', 'html', 'body'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('delivers an e-mail with both bodies, names and a fixed Message-ID', async () => {
  const id = await mail.send(database.write, { ...draft, replyTo: 'visitor@example.net' });
  await jobs.runAll();
  expect(smtp.received).toHaveLength(1);
  const [received] = smtp.received;
  expect(received).toMatchObject({
    recipients: ['ann@example.com'],
    from: { name: 'Weftline', address: 'no-reply@site.example' },
    to: [{ name: 'Ann Ünal', address: 'ann@example.com' }],
    replyTo: [{ address: 'visitor@example.net' }],
    subject: draft.subject,
    messageId: `<${id}@site.example>`,
    text: `${draft.text}\n`,
  });
  expect(received?.html).toContain('<b>thanks</b>');
  expect(await readRow(id)).toMatchObject({
    status: 'sent',
    attempts: 1,
    last_error: null,
    sent_at: now,
    subject: draft.subject,
  });
});

test('a temporarily refused e-mail is retried and arrives once', async () => {
  smtp.refuseNext(451, '4.7.1 Greylisted, ann@example.com, come back');
  const id = await mail.send(database.write, draft);
  expect(await jobs.runNext()).toBe('retry');
  expect(await readRow(id)).toMatchObject({
    status: 'queued',
    attempts: 1,
    last_error: 'Put off by the mail server: 451 4.7.1 EENVELOPE.',
    sent_at: null,
  });
  expect(await jobs.runNext()).toBe('done');
  expect(await readRow(id)).toMatchObject({ status: 'sent', attempts: 2, last_error: null });
  expect(smtp.received).toHaveLength(1);
});

test('a refused e-mail is dead immediately', async () => {
  smtp.refuseNext(550, '5.1.1 No such user ann@example.com');
  const id = await mail.send(database.write, draft);
  expect(await jobs.runNext()).toBe('done');
  expect(await readRow(id)).toMatchObject({
    status: 'dead',
    attempts: 1,
    last_error: 'Refused: 550 5.1.1 EENVELOPE.',
    subject: draft.subject,
  });
  expect(jobs.waiting).toEqual([]);
});

test('an unavailable server is retried until the attempts are used up', async () => {
  await smtp.stop();
  const id = await mail.send(database.write, draft);
  expect(await jobs.runNext()).toBe('retry');
  expect((await readRow(id)).last_error).toBe('No response from the mail server (ECONNREFUSED).');
  await jobs.runAll();
  expect(await readRow(id)).toMatchObject({ status: 'dead', attempts: 32 });
});

test('a wrong password keeps e-mails queued', async () => {
  transport.send = async () => {
    throw Object.assign(new Error('no'), { code: 'EAUTH', responseCode: 535, response: '535 no' });
  };
  const id = await mail.send(database.write, draft);
  expect(await jobs.runNext()).toBe('retry');
  expect((await readRow(id)).status).toBe('queued');
});

test.each([
  { responseCode: 553, status: 'queued', about: 'a sender that is not allowed keeps e-mails' },
  { responseCode: 552, status: 'dead', about: 'a message that is too large makes it' },
])('at MAIL FROM, $about $status', async ({ responseCode, status }) => {
  transport.send = async () => {
    const refusal = { code: 'EENVELOPE', command: 'MAIL FROM', responseCode };
    throw Object.assign(new Error('no'), refusal);
  };
  const id = await mail.send(database.write, draft);
  await jobs.runNext();
  expect((await readRow(id)).status).toBe(status);
});

test('an e-mail whose transaction rolls back is not stored', async () => {
  const sending = database.transaction(async (tx) => {
    await mail.send(tx, draft);
    throw new Error('rolled back');
  });
  await expect(sending).rejects.toThrow('rolled back');
  await jobs.runAll();
  expect(smtp.received).toEqual([]);
});

test.each([
  'ann@example.com\r\nBcc: eve@example.net',
  'ann@example.com, eve@example.net',
  'Ann <ann@example.com>',
  'ann@example.com\n',
  '',
])('refuses the address %j', async (address) => {
  const toMany = mail.send(database.write, { ...draft, to: { address } });
  await expect(toMany).rejects.toThrow('This is not a single e-mail address.');
  const answerToMany = mail.send(database.write, { ...draft, replyTo: address || ' ' });
  await expect(answerToMany).rejects.toThrow('This is not a single e-mail address.');
  expect(jobs.waiting).toEqual([]);
});

test('line breaks in a name or subject cannot inject headers or recipients', async () => {
  await mail.send(database.write, {
    ...draft,
    to: { name: 'Ann\r\nBcc: eve@example.net', address: 'ann@example.com' },
    subject: 'Hello\r\nBcc: eve@example.net',
  });
  await jobs.runAll();
  expect(smtp.received[0]?.recipients).toEqual(['ann@example.com']);
  expect(smtp.received[0]?.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(smtp.received[0]?.subject).toBe('Hello Bcc: eve@example.net');
});

test('the texts of a secret e-mail are deleted, whether delivered or dead', async () => {
  const blank = { subject: '', html: '', body: '' };
  const sent = await mail.send(database.write, codeMail);
  await jobs.runAll();
  expect(smtp.received[0]?.subject).toBe('123456 is your code');
  expect(await readRow(sent)).toMatchObject({ status: 'sent', ...blank });

  smtp.refuseNext(554, '5.7.1 Rejected: "123456 is your code"');
  const dead = await mail.send(database.write, codeMail);
  await jobs.runAll();
  expect(await readRow(dead)).toMatchObject({
    status: 'dead',
    last_error: 'Refused: 554 5.7.1 EENVELOPE.',
    ...blank,
  });
  expect(lines.join()).not.toMatch(/123456|ann@/);
  expect(lines.join()).toContain('"to":"a***@example.com"');
});

test('an expired e-mail is dead without another attempt, and its code is deleted', async () => {
  smtp.refuseNext(451, '4.7.1 Greylisted');
  const expiresAt = new Date(now.getTime() + 600_000);
  const id = await mail.send(database.write, { ...codeMail, expiresAt });
  expect(await jobs.runNext()).toBe('retry');
  expect(await readRow(id)).toMatchObject({ status: 'queued', body: '123456' });
  now = expiresAt;
  expect(await jobs.runNext()).toBe('done');
  expect(await readRow(id)).toMatchObject({
    status: 'dead',
    last_error: 'It expired before it could be sent.',
    subject: '',
    html: '',
    body: '',
  });
  expect(smtp.received).toEqual([]);
});

test('running the same job again sends nothing', async () => {
  await mail.send(database.write, draft);
  const [job] = jobs.waiting;
  await jobs.runAll();
  await jobs.send(database.write, job!.queue, job!.data);
  await jobs.runAll();
  expect(smtp.received).toHaveLength(1);
});

test('staff see dead e-mails, newest first, and can resend one', async () => {
  smtp.refuseNext(550, 'no');
  smtp.refuseNext(550, 'no');
  const plain = await mail.send(database.write, draft);
  const secret = await mail.send(database.write, codeMail);
  await jobs.runAll();
  const { mails, count } = await mail.list({ status: 'dead', limit: 1 });
  expect(count).toBe(2);
  expect(mails).toHaveLength(1);
  const all = (await mail.list({ status: 'dead', limit: 10 })).mails;
  expect(all.find(({ id }) => id === secret)).toMatchObject({ subject: null, text: null });
  expect(all.find(({ id }) => id === plain)).toMatchObject({
    kind: 'receipt',
    to: { name: 'Ann Ünal', address: 'ann@example.com' },
    subject: draft.subject,
    text: draft.text,
    attempts: 1,
    lastError: 'Refused: 550 EENVELOPE.',
    createdAt: now,
  });

  expect(await mail.retry(secret)).toBeNull();
  expect(await mail.retry(plain)).toBe('dead');
  expect(await mail.retry(plain)).toBeNull();
  await jobs.runAll();
  expect(await readRow(plain)).toMatchObject({ status: 'sent', attempts: 2 });
  expect(smtp.received).toHaveLength(1);
});

test('two processes on the real queue send every e-mail once', async () => {
  const pair = [0, 1].map(() => {
    const queue = createJobs({ connection: database.connection, runsWorkers: true, log });
    const metrics = { registry: new Registry() };
    const deps = { database, transport, clock, log, config, metrics, siteName: 'Weftline' };
    return { queue, mail: createMail({ ...deps, jobs: queue }) };
  });
  try {
    for (const { queue } of pair) await queue.start();
    const ids = await database.transaction(async (tx) => {
      const written: string[] = [];
      for (let n = 0; n < 20; n++) written.push(await pair[n % 2]!.mail.send(tx, draft));
      return written;
    });
    await expect.poll(async () => (await mail.list({ status: 'sent', limit: 1 })).count).toBe(20);
    const sent = smtp.received.map(({ messageId }) => messageId).sort();
    expect(sent).toEqual(ids.map((id) => `<${id}@site.example>`).sort());
  } finally {
    await Promise.all(pair.map(({ queue }) => queue.stop(1000)));
  }
});
