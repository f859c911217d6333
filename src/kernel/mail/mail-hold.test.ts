import { sql } from 'kysely';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#test/database.ts';
import { createTestJobs, type TestJobs } from '#test/fakes/test-jobs.ts';
import type { Config } from '../config.ts';
import { createMail, type Mail, type MailDraft } from './outbox.ts';
import type { MailTransport } from './transport.ts';

const database = useDatabase();
const hourMs = 3_600_000;
const heldSince = new Date('2026-11-20T10:00:00Z');
let now: Date;
const clock = { now: () => now };
const log = pino({ level: 'silent' });
const config: Pick<Config, 'MAIL_FROM' | 'SITE_URL' | 'APP_SECRET'> = {
  MAIL_FROM: 'no-reply@site.example',
  SITE_URL: 'https://site.example',
  APP_SECRET: ['a secret of 32 characters or more'],
};

let sent: string[];
const transport: MailTransport = {
  send: async ({ to }) => void sent.push(to.address),
  check: async () => {},
  close: () => {},
};
let jobs: TestJobs;
let mail: Mail;

const draftTo = (address: string): MailDraft => ({
  kind: 'test',
  to: { address },
  subject: 'Hello',
  html: '<p>Hi</p>',
  text: 'Hi',
});
const codeTo = (address: string): MailDraft => ({
  ...draftTo(address),
  isSecret: true,
  isUrgent: true,
  expiresAt: new Date(now.getTime() + 600_000),
});
const hoursAfterHold = (hours: number) => {
  now = new Date(heldSince.getTime() + hours * hourMs);
};
const send = (draft: MailDraft) => mail.send(database.write, draft);
const release = () => database.transaction((tx) => mail.holds.release(tx));
const discard = (before: Date) => database.transaction((tx) => mail.holds.discard(tx, before));
const statuses = async () => {
  const rows = await database.write.selectFrom('mail').select(['to_address', 'status']).execute();
  return Object.fromEntries(rows.map((row) => [row.to_address, row.status]));
};

async function holdMails(): Promise<void> {
  await mail.holds.create('Restored from a backup.');
  await database.write.updateTable('mail_hold').set({ since: heldSince }).execute();
}

beforeEach(async () => {
  await database.write.deleteFrom('mail').execute();
  await database.write.deleteFrom('mail_hold').execute();
  hoursAfterHold(-1);
  sent = [];
  jobs = createTestJobs();
  const metrics = { registry: new Registry() };
  const deps = { database, jobs, transport, clock, log, config, metrics };
  mail = createMail({ ...deps, siteName: 'Weftline' });
});

test('held mails are not sent until they are released', async () => {
  await send(draftTo('old@example.com'));
  await holdMails();
  hoursAfterHold(1);
  await send(draftTo('new@example.com'));
  await jobs.runAll();
  expect(sent).toEqual([]);
  expect(await statuses()).toEqual({ 'old@example.com': 'held', 'new@example.com': 'held' });
  expect(await mail.holds.read()).toEqual({
    hold: { since: heldSince, reason: 'Restored from a backup.' },
    count: 2,
    oldestAt: new Date(heldSince.getTime() - hourMs),
  });

  expect(await release()).toBe(2);
  await jobs.runAll();
  expect(sent).toEqual(['old@example.com', 'new@example.com']);
  expect(await mail.holds.read()).toEqual({ hold: null, count: 0, oldestAt: null });
  expect(await release()).toBeNull();
});

test('mails whose attempts go on later are held as well', async () => {
  await send(draftTo('late@example.com'));
  await holdMails();
  expect((await mail.holds.read()).count).toBe(1);
  await release();
  await jobs.runAll();
  expect(sent).toEqual(['late@example.com']);
});

test('a code is sent when it was asked for after the hold, not when it came with the backup', async () => {
  await send(codeTo('stranger@example.com'));
  await holdMails();
  now = new Date(heldSince.getTime() - 59 * 60_000);
  await jobs.runAll();
  expect(sent).toEqual([]);
  hoursAfterHold(1);
  await send(codeTo('operator@example.com'));
  await jobs.runAll();
  expect(sent).toEqual(['operator@example.com']);
  await release();
  await jobs.runAll();
  // The other one expired long ago.
  expect(sent).toEqual(['operator@example.com']);
  expect(await statuses()).toMatchObject({ 'stranger@example.com': 'dead' });
});

test('old mails can be discarded instead, and sent again one by one', async () => {
  hoursAfterHold(-72);
  const oldId = await send(draftTo('old@example.com'));
  await send(codeTo('code@example.com'));
  hoursAfterHold(-1);
  await send(draftTo('recent@example.com'));
  expect(await discard(heldSince)).toBeNull();
  await holdMails();
  hoursAfterHold(1);
  expect(await discard(new Date(heldSince.getTime() - 48 * hourMs))).toBe(2);
  expect(await discard(new Date(heldSince.getTime() - 48 * hourMs))).toBe(0);
  await release();
  await jobs.runAll();
  expect(sent).toEqual(['recent@example.com']);
  const rows = await database.write.selectFrom('mail').select(['is_secret', 'body']).execute();
  expect(rows.filter(({ is_secret }) => is_secret)).toEqual([{ is_secret: true, body: '' }]);

  expect(await mail.retry(oldId)).toBe('discarded');
  await jobs.runAll();
  expect(sent).toEqual(['recent@example.com', 'old@example.com']);
});

test('more mails than one transaction takes are released, oldest first', async () => {
  await sql`insert into mail (id, kind, to_address, subject, html, body, status, created_at)
    select gen_random_uuid(), 'many', 'many' || n || '@example.com', '', '', '', 'held',
      ${heldSince}::timestamptz + n * interval '1 second'
    from generate_series(1, 501) n`.execute(database.write);
  expect(await release()).toBe(501);
  expect(await jobs.runNext()).toBe('done');
  expect(await statuses()).toMatchObject({
    'many1@example.com': 'queued',
    'many500@example.com': 'queued',
    'many501@example.com': 'held',
  });
  await jobs.runAll();
  expect(new Set(sent).size).toBe(501);
});

test('a mail that another transaction has locked is released as well', async () => {
  await send(draftTo('locked@example.com'));
  await holdMails();
  await jobs.runAll();
  await release();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<number>();
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  const other = database.transaction(async (tx) => {
    await tx.updateTable('mail').set({ to_name: 'Ann' }).execute();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    locked(rows[0]!.pid);
    await isFree;
  });
  const pid = await isLocked;
  let isOver = false;
  const done = jobs.runAll().then(() => {
    isOver = true;
  });
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`.execute(
      database.write,
    );
    return isOver || rows.length > 0;
  };
  await expect.poll(isWaiting).toBe(true);
  free();
  await Promise.all([other, done]);
  expect(sent).toEqual(['locked@example.com']);
});

test('a mail waits since it was released or sent again, and counts as failing from then', async () => {
  await send(draftTo('old@example.com'));
  await database.write.updateTable('mail').set({ attempts: 2, last_error: 'No.' }).execute();
  const waiting = async () => (await mail.listWaiting())[1];
  expect(await waiting()).toMatchObject({ count: 1, failing: 1, oldestAt: now });
  await holdMails();
  hoursAfterHold(5);
  await jobs.runAll();
  await release();
  await jobs.runNext();
  expect(await waiting()).toMatchObject({ count: 1, failing: 0, oldestAt: now });

  const dead = { status: 'dead', last_error: 'Refused.' };
  await database.write.updateTable('mail').set(dead).execute();
  hoursAfterHold(9);
  const { id } = await database.write.selectFrom('mail').select('id').executeTakeFirstOrThrow();
  expect(await mail.retry(id)).toBe('dead');
  expect(await waiting()).toMatchObject({ count: 1, failing: 0, oldestAt: now });
});

test('a hold that begins during a release stops it', async () => {
  await send(draftTo('old@example.com'));
  await holdMails();
  await jobs.runAll();
  await release();
  await holdMails();
  await jobs.runAll();
  expect(sent).toEqual([]);
  expect((await mail.holds.read()).count).toBe(1);
});

test('a second restore does not change the hold', async () => {
  await holdMails();
  await mail.holds.create('Another backup.');
  expect((await mail.holds.read()).hold).toEqual({
    since: heldSince,
    reason: 'Restored from a backup.',
  });
});
