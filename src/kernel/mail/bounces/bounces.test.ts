import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Config } from '#kernel/config.ts';
import { useDatabase } from '#test/database.ts';
import { startSmtpServer, type TestSmtpServer } from '#test/fakes/smtp-server.ts';
import { createTestJobs, type TestJobs } from '#test/fakes/test-jobs.ts';
import { createMail, type Mail, type MailDraft } from '../outbox.ts';
import { type MailTransport, openMailTransport } from '../transport.ts';
import type { MailReport } from './read-report.ts';

const database = useDatabase();
const dayMs = 86_400_000;
let now: Date;
const clock = { now: () => now };
const log = pino({ level: 'silent' });
const warn = vi.spyOn(log, 'warn');
const config: Pick<Config, 'MAIL_FROM' | 'SITE_URL' | 'APP_SECRET' | 'INBOUND_MAIL_SECRET'> = {
  MAIL_FROM: 'no-reply@site.example',
  SITE_URL: 'https://site.example',
  APP_SECRET: ['a secret of 32 characters or more'],
  INBOUND_MAIL_SECRET: 'a-secret-of-the-mail-server',
};
let smtp: TestSmtpServer;
let transport: MailTransport;
let jobs: TestJobs;
let mail: Mail;
let registry: Registry;

const draft: MailDraft = {
  kind: 'receipt',
  to: { address: 'Ann@example.com' },
  subject: 'Paid',
  html: '',
  text: 'Hi',
};
const code: MailDraft = {
  ...draft,
  kind: 'code',
  subject: '123456',
  isSecret: true,
  isUrgent: true,
};
const unknown: MailReport = {
  kind: 'bounced',
  status: '5.1.1',
  words: '550 5.1.1 No such user',
  sender: null,
  recipient: null,
  isAddressWrong: true,
};
const full: MailReport = { ...unknown, status: '5.2.2', isAddressWrong: false };
const late: MailReport = { ...full, kind: 'delayed', status: '4.4.1' };

function openMail(settings: Partial<typeof config> = {}): Mail {
  registry = new Registry();
  const deps = { database, jobs, transport, clock, log, metrics: { registry } };
  return createMail({ ...deps, config: { ...config, ...settings }, siteName: 'Weftline' });
}

beforeEach(async () => {
  await database.write.deleteFrom('mail').execute();
  now = new Date('2026-11-20T10:00:00Z');
  smtp = await startSmtpServer();
  transport = openMailTransport({ MAIL_URL: smtp.url, DATA_DIR: '/nonexistent' });
  jobs = createTestJobs();
  mail = openMail();
});
afterEach(async () => {
  transport.close();
  await smtp.stop();
});

const readRow = (id: string) =>
  database.write.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const findUndeliverable = () => mail.bounces.findUndeliverable(database.write, 'ann@example.com');
const report = (recipient: string, about: MailReport | null) =>
  mail.bounces.receive({ recipients: [recipient], report: about });

async function deliver(what = draft): Promise<{ id: string; sender: string }> {
  const id = await mail.send(database.write, what);
  await jobs.runAll();
  return { id, sender: smtp.received.at(-1)?.envelopeSender ?? '' };
}

test('reports to the envelope sender of a mail find it', async () => {
  const { id, sender } = await deliver();
  expect(sender).toMatch(/^bounce\+[0-9a-f]{32}1\.[0-9a-f]{20}@site\.example$/);
  expect(smtp.received[0]?.from?.address).toBe('no-reply@site.example');
  expect(smtp.received[0]?.recipients).toEqual(['Ann@example.com']);
  expect(await report(sender, unknown)).toBe('bounced');
  expect(await readRow(id)).toMatchObject({
    status: 'sent',
    bounce_kind: 'bounced',
    bounced_at: now,
    bounce_status: '5.1.1',
    bounce_words: '550 5.1.1 No such user',
    is_undeliverable: true,
  });
  const { mails, count } = await mail.list({ bounce: 'bounced', limit: 10 });
  expect(count).toBe(1);
  expect(mails[0]?.bounce).toMatchObject({ kind: 'bounced', status: '5.1.1', at: now });
  expect((await mail.list({ bounce: 'complained', limit: 10 })).count).toBe(0);
});

test('without inbound mail the sender is the one of the header', async () => {
  mail = openMail({ INBOUND_MAIL_SECRET: undefined });
  expect((await deliver()).sender).toBe('no-reply@site.example');
});

test.each([
  { command: 'MAIL FROM' },
  { command: 'RCPT TO', response: '553 5.7.1 <bounce+1@site.example>: Sender address rejected' },
  { command: 'DATA', code: 'EMESSAGE', response: '550 5.7.60 SMTP; not allowed to send as' },
])('a relay that accepts no other sender gets the mail without: %o', async (reply) => {
  const { send } = transport;
  transport.send = async (message) => {
    if (!message.reportsTo) return send(message);
    const refusal = { code: 'EENVELOPE', responseCode: 553, ...reply };
    throw Object.assign(new Error('no'), refusal);
  };
  const { id, sender } = await deliver();
  expect(sender).toBe('no-reply@site.example');
  expect(await readRow(id)).toMatchObject({ status: 'sent', attempts: 1 });
});

test('the first report of a kind counts, and less than is known changes nothing', async () => {
  const { id, sender } = await deliver();
  expect(await report(sender, { ...late, kind: 'delivered' })).toBe('delivered');
  expect(await report(sender, late)).toBe('delayed');
  expect(await report(sender, late)).toBe('duplicate');
  expect(await findUndeliverable()).toBeUndefined();
  expect(await report(sender, unknown)).toBe('bounced');
  const row = await readRow(id);
  now = new Date(now.getTime() + 1000);
  expect(await report(sender, { ...unknown, words: 'Other words' })).toBe('duplicate');
  expect(await report(sender, late)).toBe('outdated');
  expect(await report(sender, null)).toBe('no_report');
  expect(await readRow(id)).toEqual(row);
  const text = await registry.metrics();
  expect(text).toContain('mails_bounced_total{kind="bounced"} 1');
  expect(text).toContain('mails_bounced_total{kind="delayed"} 1');
  expect(text).toContain('mails_bounced_total{kind="complained"} 0');
});

test('a complaint is noted; mails to its author go on', async () => {
  const { id, sender } = await deliver();
  const complaint: MailReport = { ...full, kind: 'complained', status: null, words: 'abuse' };
  expect(await mail.bounces.receive({ recipients: [], report: { ...complaint, sender } })).toBe(
    'complained',
  );
  expect(await report(sender, late)).toBe('outdated');
  expect(await readRow(id)).toMatchObject({ bounce_kind: 'complained', bounce_words: 'abuse' });
  expect(await findUndeliverable()).toBeUndefined();
});

test('a complaint does not hide a bounce, whichever comes first', async () => {
  const complaint: MailReport = { ...full, kind: 'complained', status: null, words: 'abuse' };
  const { id, sender } = await deliver();
  expect(await report(sender, complaint)).toBe('complained');
  expect(await report(sender, unknown)).toBe('bounced');
  expect(await report(sender, complaint)).toBe('outdated');
  expect(await readRow(id)).toMatchObject({ bounce_kind: 'bounced', bounce_status: '5.1.1' });
  expect(await findUndeliverable()).toMatchObject({ status: '5.1.1' });
});

test('forged addresses, other mail and deleted mails change nothing', async () => {
  const { id, sender } = await deliver();
  expect(await report(sender.replace(/\.[0-9a-f]{6}/, '.abcdef'), unknown)).toBe('unknown_address');
  expect(await report('bounce+@site.example', unknown)).toBe('unknown_address');
  expect(await report('reply+1.2.3@site.example', unknown)).toBeNull();
  expect(await readRow(id)).toMatchObject({ bounce_kind: null, is_undeliverable: false });
  await database.write.deleteFrom('mail').execute();
  expect(await report(sender, unknown)).toBe('unknown_mail');
});

test('a code does not get into the log by the words of a server', async () => {
  const { id, sender } = await deliver(code);
  await report(sender, { ...unknown, words: '554 5.7.1 Spam: "123456 is your code"' });
  expect((await readRow(id)).bounce_words).toBe('554 5.7.1 Spam: "… is your code"');
});

test('to an address that does not exist only codes are sent, for 30 days', async () => {
  const since = now;
  await report((await deliver()).sender, unknown);
  now = new Date(since.getTime() + 10 * dayMs);
  const discarded = await mail.send(database.write, draft);
  await jobs.runAll();
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ outcome: 'discarded' }), 'mail');
  expect(await readRow(discarded)).toMatchObject({
    status: 'discarded',
    attempts: 0,
    sent_at: null,
    last_error: 'Not sent: mails to this address bounce (5.1.1).',
  });
  const sent = await deliver(code);
  expect(await readRow(sent.id)).toMatchObject({ status: 'sent', subject: '' });
  await report(sent.sender, { ...unknown, words: 'Still nobody' });
  expect(await findUndeliverable()).toEqual({
    since,
    lastAt: now,
    status: '5.1.1',
    words: 'Still nobody',
  });
  now = new Date(now.getTime() + 30 * dayMs);
  expect(await readRow((await deliver()).id)).toMatchObject({ status: 'sent' });
});

test('one address to which a mailbox forwards says nothing about the mailbox', async () => {
  const { id, sender } = await deliver();
  expect(await report(sender, { ...unknown, recipient: 'left@other.example' })).toBe('bounced');
  expect(await readRow(id)).toMatchObject({ bounce_kind: 'bounced', is_undeliverable: false });
  expect(await findUndeliverable()).toBeUndefined();
});

test('addresses of other domains are not ours', async () => {
  expect(await report('bounce+abc@lists.example', unknown)).toBeNull();
});

test('a full mailbox still gets mails', async () => {
  await report((await deliver()).sender, full);
  expect(await readRow((await deliver()).id)).toMatchObject({ status: 'sent' });
  expect(smtp.received).toHaveLength(2);
});

test('an address that turned out to work gets all mails again', async () => {
  const { id, sender } = await deliver();
  await report(sender, unknown);
  await mail.bounces.clear(database.write, 'ann@EXAMPLE.com');
  expect(await findUndeliverable()).toBeUndefined();
  expect((await readRow(id)).bounce_kind).toBe('bounced');
  expect(await readRow((await deliver()).id)).toMatchObject({ status: 'sent' });
});

test('staff send a bounced mail again, and a report of the first attempt is void', async () => {
  const { id, sender: first } = await deliver();
  expect(await mail.retry(id)).toBeNull();
  await report(first, unknown);
  const discarded = await mail.send(database.write, draft);
  await jobs.runAll();
  expect(await mail.retry(id)).toBe('sent');
  expect(await report(first, unknown)).toBe('outdated');
  await jobs.runAll();
  const second = smtp.received.at(-1)!.envelopeSender;
  expect(await readRow(id)).toMatchObject({ status: 'sent', attempts: 2, bounce_kind: null });
  expect(await report(first, unknown)).toBe('outdated');
  expect(await mail.retry(discarded)).toBe('discarded');
  await jobs.runAll();
  expect(await readRow(discarded)).toMatchObject({ status: 'sent' });
  expect(await report(second, unknown)).toBe('bounced');
});

test('a report can arrive before the delivery is recorded', async () => {
  const id = await mail.send(database.write, draft);
  const sender = mail.bounces.createAddress({ mailId: id, attempt: 1 })!;
  const { send } = transport;
  transport.send = async (message) => {
    await send(message);
    expect(await report(sender, unknown)).toBe('bounced');
  };
  await jobs.runAll();
  expect(await readRow(id)).toMatchObject({ status: 'sent', bounce_kind: 'bounced' });
});
