// Mail of real mail servers, configured as the guide prints it.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createMailboxReader } from '#areas/support/server/index.ts';
import { composeMail, inboundSecret } from '#test/factories/inbound-mail.ts';
import { createReplyAddress } from '../../src/areas/support/server/inbound/reply-addresses.ts';
import { createTicket, fetchMessages } from '../factories/tickets.ts';
import { type SignedIn, useApp } from '../harness.ts';
import { hasOptional, isProgram, skippedUnless } from '../optional-programs.ts';
import { scaledMs } from '../time-limits.ts';
import { startDovecot } from './dovecot.ts';
import { readGuide } from './guide.ts';
import { type OpenDkim, postfixCommands, startOpenDkim, startPostfix } from './postfix.ts';

const isHere = hasOptional(
  () =>
    process.getuid?.() === 0 &&
    ['postfix', 'opendkim', 'dovecot'].every((one) => isProgram(one, ['--version'])),
);
const t = useApp({
  INBOUND_AUTHSERV_ID: 'mx.example.com',
  INBOUND_MAIL_SECRET: inboundSecret,
  INBOUND_SMTP: '127.0.0.1:0',
  MAIL_FROM: 'no-reply@notice.example.com',
});
const waiting = { timeout: scaledMs(30_000), interval: 100 };
let ada: SignedIn;
let origin = '';
beforeAll(async () => {
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  ada = await t.signIn('ada@example.com');
});

function createFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-mail-'));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
async function ask() {
  const { uuid, number } = await createTicket(t, ada);
  const to = createReplyAddress(t.areas.support, { number, accountId: ada.accountId })!;
  return { uuid, to };
}
const listTexts = async (uuid: string) =>
  (await fetchMessages(t, ada, uuid)).slice(1).map(({ text }) => text);
const listOutcomes = async (uuid: string) => {
  const query = t.kernel.database.write.selectFrom('inbound_mail').select('outcome');
  return (await query.where('ticket_id', '=', uuid).execute()).map(({ outcome }) => outcome);
};

/** To the mail server, signed by the domain of its sender or not. */
async function send(port: number, to: string, text: string, dkim?: OpenDkim) {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  onTestFinished(() => transport.close());
  const key = {
    domainName: 'example.com',
    keySelector: 'key1',
    privateKey: dkim?.privateKey ?? '',
  };
  return transport
    .sendMail({ from: 'ada@example.com', to, subject: 'Re', text, ...(dkim && { dkim: key }) })
    .then(
      () => 250,
      (error: { responseCode: number }) => error.responseCode,
    );
}

describe.runIf(isHere)(`Postfix${skippedUnless('Postfix and OpenDKIM', isHere)}`, () => {
  const [, dkimConfig = '', smtpBlock = ''] = readGuide('Postfix');

  test('delivers by SMTP what OpenDKIM has verified, and keeps what we cannot take', async () => {
    const folder = createFolder();
    const dkim = await startOpenDkim(folder, dkimConfig);
    onTestFinished(dkim.stop);
    const commands = postfixCommands(smtpBlock).map((command) =>
      command
        .replace('2525', String(t.areas.support.ways.smtpPort))
        .replace('8891', `${dkim.port}`),
    );
    expect(commands).toHaveLength(7);
    const postfix = await startPostfix(folder, commands);
    onTestFinished(postfix.stop);
    const { uuid, to } = await ask();
    // Postfix asks us first, and says "later" until it has our answer.
    await expect.poll(() => send(postfix.port, to, 'It is blank.', dkim), waiting).toBe(250);
    await expect.poll(() => listTexts(uuid), waiting).toEqual(['It is blank.']);
    expect(await send(postfix.port, to, 'I am somebody else.')).toBe(250);
    await expect.poll(() => listOutcomes(uuid), waiting).toContain('unverified_sender');
    expect(await listTexts(uuid)).toEqual(['It is blank.']);
    const nobody = 'reply+1.1.00000000000000000000000000000000@notice.example.com';
    await expect.poll(() => send(postfix.port, nobody, 'Hello', dkim), waiting).toBe(550);
    expect(postfix.log()).toMatch(/relay=127\.0\.0\.1\[127\.0\.0\.1\]:\d+, .*status=sent/);
  });

  test('delivers by signed calls, and again after a failure', async () => {
    const folder = createFolder();
    const [script = '', , block = ''] = readGuide('Postfix with a signed call');
    const [program, settings] = ['weftline-mail', 'settings'].map((one) => path.join(folder, one));
    writeFileSync(program!, script.replace('/etc/weftline-mail', settings!));
    chmodSync(program!, 0o755);
    writeFileSync(settings!, `INBOUND_MAIL_SECRET=wrong-secret-of-16\nSITE_URL=${origin}\n`);
    const commands = postfixCommands(block).map((command) =>
      command.replace('/usr/local/bin/weftline-mail', program!),
    );
    const dkim = await startOpenDkim(folder, dkimConfig);
    onTestFinished(dkim.stop);
    const milter = `postconf -e 'smtpd_milters = inet:127.0.0.1:${dkim.port}'`;
    const postfix = await startPostfix(folder, [...commands, milter]);
    onTestFinished(postfix.stop);
    const { uuid, to } = await ask();
    expect(await send(postfix.port, to, 'By a call.', dkim)).toBe(250);
    await expect.poll(postfix.log, waiting).toMatch(/relay=weftline, .*status=deferred/);
    writeFileSync(settings!, `INBOUND_MAIL_SECRET=${inboundSecret}\nSITE_URL=${origin}\n`);
    await expect.poll(() => listTexts(uuid), waiting).toEqual(['By a call.']);
    await expect.poll(postfix.log, waiting).toMatch(/status=sent \(delivered via weftline service/);
  });
});

test.runIf(isHere)(`Dovecot${skippedUnless('Dovecot', isHere)}`, async () => {
  const dovecot = await startDovecot(createFolder());
  onTestFinished(dovecot.stop);
  Object.assign(t.config, { INBOUND_IMAP_URL: dovecot.url });
  const { uuid, to } = await ask();
  const headers = {
    'Authentication-Results': 'mx.example.com; dmarc=pass header.from=example.com',
  };
  const write = (body: string) =>
    dovecot.deliver(composeMail({ from: 'ada@example.com', to, headers, body }));
  write('Before.');
  const reader = createMailboxReader(t.areas.support);
  onTestFinished(reader.stop);
  reader.start();
  await expect.poll(() => listTexts(uuid), waiting).toEqual(['Before.']);
  write('Announced.');
  await expect.poll(() => listTexts(uuid), waiting).toEqual(['Before.', 'Announced.']);
  await expect.poll(() => dovecot.count('.Processed'), waiting).toBe(2);
  expect(dovecot.count('')).toBe(0);
});
