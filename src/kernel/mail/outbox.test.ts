import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#test/database.ts';
import { createTestJobs, type TestJobs } from '#test/jobs.ts';
import { startSmtp, type TestSmtp } from '#test/smtp.ts';
import { openJobs } from '../jobs.ts';
import { type Mail, type MailDraft, openMail } from './outbox.ts';
import { type MailTransport, openMailTransport } from './transport.ts';

const database = useDatabase();
const start = new Date('2026-11-20T10:00:00Z');
let now = start;
const clock = { now: () => now };
const config = { MAIL_FROM: 'no-reply@site.example', SITE_URL: 'https://site.example:8443' };
const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });

let smtp: TestSmtp;
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
  smtp = await startSmtp();
  transport = openMailTransport({ MAIL_URL: smtp.url, DATA_DIR: '/nonexistent' });
  jobs = createTestJobs();
  mail = openMail({ database, jobs, transport, clock, log, config, siteName: 'Weftline' });
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

test('delivers a mail with both parts, names and a fixed Message-ID', async () => {
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

test('a mail that the server puts off is tried again and arrives once', async () => {
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

test('a mail that the server refuses is dead at once', async () => {
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

test('a server that is down is asked again until the tries are used up', async () => {
  await smtp.stop();
  const id = await mail.send(database.write, draft);
  expect(await jobs.runNext()).toBe('retry');
  expect((await readRow(id)).last_error).toBe('No answer from the mail server (ESOCKET).');
  await jobs.runAll();
  expect(await readRow(id)).toMatchObject({ status: 'dead', attempts: 32 });
});

test('a refused password keeps mails waiting, for it is not their fault', async () => {
  transport.send = async () => {
    throw Object.assign(new Error('no'), { code: 'EAUTH', responseCode: 535, response: '535 no' });
  };
  const id = await mail.send(database.write, draft);
  expect(await jobs.runNext()).toBe('retry');
  expect((await readRow(id)).status).toBe('queued');
});

test('a mail whose transaction rolls back is not written', async () => {
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
  await expect(toMany).rejects.toThrow('This is not one e-mail address.');
  const answerToMany = mail.send(database.write, { ...draft, replyTo: address || ' ' });
  await expect(answerToMany).rejects.toThrow('This is not one e-mail address.');
  expect(jobs.waiting).toEqual([]);
});

test('line breaks in a name or subject start no header and reach nobody else', async () => {
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

test('a secret mail leaves no text behind, delivered or dead', async () => {
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

test('a mail whose time is over is dead without a further try, and a code in it is gone', async () => {
  smtp.refuseNext(451, '4.7.1 Greylisted');
  const expiresAt = new Date(now.getTime() + 600_000);
  const id = await mail.send(database.write, { ...codeMail, expiresAt });
  expect(await jobs.runNext()).toBe('retry');
  expect(await readRow(id)).toMatchObject({ status: 'queued', body: '123456' });
  now = expiresAt;
  expect(await jobs.runNext()).toBe('done');
  expect(await readRow(id)).toMatchObject({
    status: 'dead',
    last_error: 'Its time was over before it could be sent.',
    subject: '',
    html: '',
    body: '',
  });
  expect(smtp.received).toEqual([]);
});

test('a second run of the same job sends nothing', async () => {
  await mail.send(database.write, draft);
  const [job] = jobs.waiting;
  await jobs.runAll();
  await jobs.send(database.write, job!.queue, job!.data);
  await jobs.runAll();
  expect(smtp.received).toHaveLength(1);
});

test('the staff see dead mails, newest first, and can send one again', async () => {
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

  expect(await mail.retry(secret)).toBe(false);
  expect(await mail.retry(plain)).toBe(true);
  expect(await mail.retry(plain)).toBe(false);
  await jobs.runAll();
  expect(await readRow(plain)).toMatchObject({ status: 'sent', attempts: 2 });
  expect(smtp.received).toHaveLength(1);
});

test('two processes on the real queue send every mail once', async () => {
  const pair = [0, 1].map(() => {
    const queue = openJobs({ connection: database.connection, works: true, log });
    const deps = { database, transport, clock, log, config, siteName: 'Weftline' };
    return { queue, mail: openMail({ ...deps, jobs: queue }) };
  });
  try {
    for (const { queue } of pair) await queue.start();
    const ids = await database.transaction(async (tx) => {
      const written: string[] = [];
      for (let n = 0; n < 20; n++) written.push(await pair[n % 2]!.mail.send(tx, draft));
      return written;
    });
    await expect
      .poll(async () => (await mail.list({ status: 'sent', limit: 1 })).count, { timeout: 10_000 })
      .toBe(20);
    const sent = smtp.received.map(({ messageId }) => messageId).sort();
    expect(sent).toEqual(ids.map((id) => `<${id}@site.example>`).sort());
  } finally {
    await Promise.all(pair.map(({ queue }) => queue.stop(1000)));
  }
});
