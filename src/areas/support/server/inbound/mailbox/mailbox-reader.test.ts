// Mail from a mailbox: each once, by one process at a time, and what is wrong is seen.
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { composeMail } from '#test/factories/inbound-mail.ts';
import { createTicket, fetchMessages } from '#test/factories/tickets.ts';
import { startHttpServer } from '#test/fakes/http-server.ts';
import { type ImapOptions, startImapServer, type TestImapServer } from '#test/fakes/imap-server.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { createReplyAddress } from '../reply-addresses.ts';
import { createMailboxReader } from './mailbox-reader.ts';
import { checkMailbox } from './open-mailbox.ts';

const t = useApp({
  INBOUND_AUTHSERV_ID: 'mx.example.net',
  INBOUND_IMAP_URL: 'imap://reply%40example.com:secret@127.0.0.1:1',
});
let ada: SignedIn;
let imap: TestImapServer;

async function useServer(options: ImapOptions = {}, login = 'reply%40example.com:secret') {
  imap = await startImapServer(options);
  onTestFinished(() => imap.stop());
  Object.assign(t.config, { INBOUND_IMAP_URL: imap.url.replace('//', `//${login}@`) });
}
beforeEach(async () => {
  t.clock.advance(24 * 3_600_000);
  ada = await t.signIn('ada@example.com');
});
afterEach(async () => {
  await t.kernel.database.write
    .updateTable('inbound_mailbox')
    .set({ leased_by: null, leased_until: '-infinity', problem: null, failing_since: null })
    .execute();
});

function read(times: Parameters<typeof createMailboxReader>[1] = {}) {
  const reader = createMailboxReader(t.areas.support, { pauseMs: 5, leaseMs: 300, ...times });
  onTestFinished(() => reader.stop());
  reader.start();
  return reader;
}
async function ask() {
  const { uuid, number } = await createTicket(t, ada);
  const to = createReplyAddress(t.areas.support, { number, accountId: ada.accountId })!;
  return { uuid, to };
}
const verified = {
  'Authentication-Results': 'mx.example.net; dmarc=pass header.from=example.com',
};
const fromAda = (to: string, body: string, headers: Record<string, string> = verified) =>
  composeMail({ from: 'Ada <ada@example.com>', to, headers, body });
const listTexts = async (uuid: string) =>
  (await fetchMessages(t, ada, uuid)).slice(1).map(({ text }) => text);
const listOutcomes = (uuid: string) =>
  t.kernel.database.write
    .selectFrom('inbound_mail')
    .select('outcome')
    .where('ticket_id', '=', uuid)
    .execute();
const moved = () => imap.folders.get('Processed')?.length ?? 0;
const check = async () =>
  (await t.kernel.checks.readAll()).find(({ name }) => name === 'inbound_mail');

test('mails become messages and are moved away, those that come later as well', async () => {
  await useServer();
  const { uuid, to } = await ask();
  imap.deliver(fromAda(to, 'One.'));
  imap.deliver(fromAda(to, 'Unverified.', {}));
  read();
  await expect.poll(moved).toBe(2);
  imap.deliver(fromAda(to, 'Two.'));
  await expect.poll(moved).toBe(3);
  expect(await listTexts(uuid)).toEqual(['One.', 'Two.']);
  expect(await listOutcomes(uuid)).toContainEqual({ outcome: 'unverified_sender' });
  expect(imap.inbox).toEqual([]);
  expect(imap.logins).toEqual(['PLAIN reply@example.com secret']);
  expect(await check()).toMatchObject({
    state: 'ok',
    message: expect.stringMatching(/^Last read/),
  });
});

test('a server that announces nothing is asked', async () => {
  await useServer({ capabilities: 'IMAP4rev1 MOVE UIDPLUS SASL-IR AUTH=PLAIN' });
  const { uuid, to } = await ask();
  read({ pollMs: 20 });
  await expect.poll(imap.connections).toBe(1);
  imap.deliver(fromAda(to, 'Polled.'));
  await expect.poll(moved).toBe(1);
  expect(await listTexts(uuid)).toEqual(['Polled.']);
});

describe('a mail is handled once', () => {
  test('when it could not be moved, and the mailbox was numbered again', async () => {
    await useServer();
    const { uuid, to } = await ask();
    imap.deliver(fromAda(to, 'Once.'));
    imap.deliver(fromAda(to, 'Unverified.', {}));
    imap.refuseNext('MOVE');
    read();
    await expect.poll(moved).toBe(2);
    const again = composeMail({ from: 'ada@example.com', to, body: 'x', headers: {} });
    imap.deliver(again);
    imap.disconnect();
    imap.renumber();
    await expect.poll(moved).toBe(3);
    expect(await listTexts(uuid)).toEqual(['Once.']);
    expect(await listOutcomes(uuid)).toHaveLength(3);
  });

  test('by one of two processes, and by the other one when it ends', async () => {
    await useServer();
    const { uuid, to } = await ask();
    const first = read();
    await expect.poll(imap.connections).toBe(1);
    read();
    imap.deliver(fromAda(to, 'First.'));
    await expect.poll(moved).toBe(1);
    expect(imap.logins).toHaveLength(1);
    await first.stop();
    imap.deliver(fromAda(to, 'Second.'));
    await expect.poll(moved).toBe(2);
    expect(imap.logins).toHaveLength(2);
    expect(await listTexts(uuid)).toEqual(['First.', 'Second.']);
  });
});

test('a mail that cannot be stored stays, and does not hold up the others', async () => {
  await useServer();
  const { uuid, to } = await ask();
  const put = vi.spyOn(t.kernel.storage, 'put').mockRejectedValueOnce(new Error('disk full'));
  onTestFinished(() => put.mockRestore());
  imap.deliver(fromAda(to, 'Late.'));
  imap.deliver(fromAda(to, 'Early.'));
  read();
  await expect.poll(moved).toBe(2);
  expect(await listTexts(uuid)).toEqual(['Early.', 'Late.']);
});

test('of a mail that is too large the headers are listed, and its sender is told', async () => {
  await useServer();
  const { uuid, to } = await ask();
  imap.deliver(fromAda(to, 'x'), 33_554_433);
  read();
  await expect.poll(moved).toBe(1);
  expect(await listOutcomes(uuid)).toEqual([{ outcome: 'too_large' }]);
  expect(await listTexts(uuid)).toEqual([]);
  const notice = (await t.mails('ada@example.com')).at(-1)!;
  expect(notice.text).toContain('It is larger than 33.6 MB.');
});

describe('a mailbox that cannot be read', () => {
  test('is seen by staff and in the metrics, and read again later', async () => {
    let isRight = false;
    await useServer({ login: () => isRight });
    const log = vi.spyOn(t.kernel.log, 'error');
    onTestFinished(() => log.mockRestore());
    read({ pauseMsMax: 5 });
    await expect.poll(check).toMatchObject({
      state: 'down',
      message: expect.stringMatching(/refused the login of INBOUND_IMAP_URL/),
    });
    await expect.poll(() => imap.logins.length).toBeGreaterThan(2);
    expect(log).toHaveBeenCalledTimes(1);
    expect(await t.kernel.metrics.registry.metrics()).toMatch(/^inbound_mailbox_failing 1$/m);
    isRight = true;
    await expect.poll(check).toMatchObject({ state: 'ok' });
    expect(await t.kernel.metrics.registry.metrics()).toMatch(/^inbound_mailbox_failing 0$/m);
  });

  test('is named by a check, without its password', async () => {
    await useServer({ login: () => false });
    const { state, message } = await checkMailbox(t.config);
    expect(state).toBe('down');
    expect(message).toMatch(/^127\.0\.0\.1:\d+ refused the login .*Invalid credentials/);
    expect(message).not.toContain('secret');
    await imap.stop();
    expect(await checkMailbox(t.config)).toMatchObject({
      state: 'down',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

test('a login by OAuth2 uses the application of the settings', async () => {
  const endpoint = await startHttpServer();
  onTestFinished(() => endpoint.stop());
  const body = { access_token: 'token-1', expires_in: 3599 };
  endpoint.on('POST /tenant-1/oauth2/v2.0/token', { status: 200, body });
  await useServer({}, 'reply%40example.com');
  const oauth = {
    MAIL_OAUTH_TENANT: 'tenant-1',
    MAIL_OAUTH_CLIENT_ID: 'client-1',
    MAIL_OAUTH_CLIENT_SECRET: 'a-secret',
    MAIL_OAUTH_URL: endpoint.url,
  };
  expect(await checkMailbox({ ...t.config, ...oauth })).toEqual({
    state: 'ok',
    message: expect.stringContaining('accepts the login of reply@example.com; 0 unread.'),
  });
  expect(imap.logins).toEqual(['XOAUTH2 user=reply@example.com auth=Bearer token-1']);
});
