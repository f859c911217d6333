import { beforeEach, describe, expect, test } from 'vitest';
import { composeMail, deliverInboundMail, inboundSecret } from '#test/factories/inbound-mail.ts';
import {
  createMessage,
  createTicket,
  fetchMessages,
  fetchTicket,
  updateTicket,
} from '#test/factories/tickets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { createReplyAddress } from './reply-addresses.ts';

const t = useApp({ INBOUND_MAIL_SECRET: inboundSecret });
let ada: SignedIn;
let support: SignedIn;
beforeEach(async () => {
  t.clock.advance(6 * 3_600_000);
  ada = await t.signIn('ada@example.com');
  support = await t.signIn('support@example.com', { roles: ['support'] });
});

async function ask() {
  const ticket = await createTicket(t, ada);
  await createMessage(t, support, ticket.uuid, 'What do you see?');
  const toReplyAddress = ({ accountId }: SignedIn) =>
    createReplyAddress(t.areas.support, { number: ticket.number, accountId })!;
  return { uuid: ticket.uuid, to: toReplyAddress(ada), staffTo: toReplyAddress(support) };
}
type Headers = Record<string, string>;
const deliver = (from: string, to: string, body: string, headers: Headers = {}) =>
  deliverInboundMail(t, composeMail({ from, to, body, headers }));
const away = { 'Auto-Submitted': 'auto-replied' };
const multipart = (type: string, ...parts: string[]) =>
  `--mark\nContent-Type: ${type}\n\n${parts.join('\n--mark\nContent-Type: ')}\n--mark--\n`;
const calendar = (state: string) =>
  multipart(
    'text/plain',
    'Ada answers.',
    `text/calendar; method=REPLY; charset=utf-8\n\nBEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nATTENDEE;CN=Ada Lovelace of the very long name;PARTST\n AT=${state}:mailto:ada@example.com\nEND:VEVENT\nEND:VCALENDAR`,
  );
const mixed = { 'Content-Type': 'multipart/mixed; boundary=mark' };
const report = (type: string) => ({
  'Content-Type': `multipart/report; report-type=${type}; boundary=mark`,
});

describe('a mail of a machine is a note', () => {
  test.each<[kind: string, headers: Headers, body: string]>([
    ['automatic_reply', away, 'I am away.'],
    ['automatic_reply', { 'X-Autoreply': 'yes' }, 'I am away.'],
    ['automatic_reply', { Subject: 'Abwesenheitsnotiz: Urlaub' }, 'Bis Montag.'],
    ['automatic_mail', { 'List-Id': '<all.example.com>', Precedence: 'list' }, 'News'],
    ['calendar_accepted', mixed, calendar('ACCEPTED')],
    ['calendar_declined', mixed, calendar('DECLINED')],
    ['calendar_tentative', mixed, calendar('TENTATIVE')],
    ['calendar_answer', mixed, calendar('DELEGATED')],
    [
      'read_receipt',
      report('disposition-notification'),
      multipart(
        'text/plain',
        'Your message was displayed.',
        'message/disposition-notification\n\nDisposition: manual-action/MDN-sent; displayed',
      ),
    ],
    ['bounce', report('delivery-status'), multipart('text/plain', 'Nobody has this address.')],
    ['reaction', {}, '👍\n\nAda Lovelace reacted via Gmail'],
    [
      'reaction',
      mixed,
      multipart('text/plain', '👍', 'text/vnd.google.email-reaction+json\n\n{"emoji":"👍"}'),
    ],
  ])('%s, by %j', async (kind, headers, body) => {
    const { uuid, to } = await ask();
    await updateTicket(t, support, uuid, { status: 'resolved' });
    const before = await fetchTicket(t, ada, uuid);
    await t.kernel.database.write.deleteFrom('mail').execute();
    const reply = await deliver('ada@example.com', to, body, headers);
    expect(reply.body).toMatchObject({ outcome: 'note', ticket: uuid });
    for (const reader of [ada, support]) {
      const last = (await fetchMessages(t, reader, uuid)).at(-1)!;
      expect(last).toMatchObject({ note_kind: kind, can_edit: false });
      expect(last.sender.display_username).toContain('ada');
    }
    expect(await fetchTicket(t, ada, uuid)).toEqual(before);
    expect(await t.mails('support@example.com')).toEqual([]);
  });

  test('of a reaction, its sign is the text', async () => {
    const { uuid, to } = await ask();
    await deliver('ada@example.com', to, '👍\n\nAda Lovelace reacted via Gmail');
    expect((await fetchMessages(t, ada, uuid)).at(-1)).toMatchObject({ text: '👍' });
  });

  test('which only support sees when it is not of the customer', async () => {
    const { uuid, to, staffTo } = await ask();
    const reply = await deliver('mailer-daemon@example.net', to, 'Nobody has this address.');
    expect(reply.body.outcome).toBe('note');
    await deliver('support@example.com', staffTo, 'I am on leave.', away);
    expect(await fetchMessages(t, ada, uuid)).toHaveLength(2);
    const [bounce, absence] = (await fetchMessages(t, support, uuid)).slice(2);
    expect(bounce).toMatchObject({ note_kind: 'bounce', is_internal: true, is_own: false });
    expect(bounce!.sender).toMatchObject({ display_username: 'mailer-daemon@example.net' });
    expect(absence).toMatchObject({ note_kind: 'automatic_reply', is_internal: true });
  });

  test('once, and also in a closed ticket, which stays closed', async () => {
    const { uuid, to } = await ask();
    await updateTicket(t, support, uuid, { status: 'closed' });
    const raw = composeMail({ from: 'ada@example.com', to, body: 'I am away.', headers: away });
    const first = await deliverInboundMail(t, raw);
    const second = await deliverInboundMail(t, raw);
    expect(second.body).toEqual({ ...first.body, outcome: 'duplicate' });
    expect((await fetchTicket(t, ada, uuid)).status).toBe('closed');
    expect(await fetchMessages(t, ada, uuid)).toHaveLength(3);
  });

  test('that leaves the message before it open for changes', async () => {
    const { uuid, to } = await ask();
    await deliver('ada@example.com', to, 'I am away.', away);
    expect((await fetchMessages(t, support, uuid))[1]).toMatchObject({ can_edit: true });
  });
});

describe('a loop of machines', () => {
  test('adds five notes in ten minutes, then the mails are listed', async () => {
    const { uuid, to } = await ask();
    const send = async () => (await deliver('ada@example.com', to, 'Away', away)).body.outcome;
    for (let mail = 0; mail < 5; mail++) expect(await send()).toBe('note');
    expect(await send()).toBe('auto_reply');
    expect(await fetchMessages(t, ada, uuid)).toHaveLength(7);
    t.clock.advance(601_000);
    expect(await send()).toBe('note');
  });

  test('that say nothing of it ends when both have answered five times', async () => {
    const { uuid, to, staffTo } = await ask();
    for (let mail = 0; mail < 5; mail++) {
      await deliver('support@example.com', staffTo, `We got your mail ${mail}.`);
      await deliver('ada@example.com', to, `Ich bin nicht da ${mail}.`);
    }
    await t.kernel.database.write.deleteFrom('mail').execute();
    const stopped = await deliver('support@example.com', staffTo, 'We got your mail once more.');
    expect(stopped.body.outcome).toBe('note');
    expect(await t.mails('ada@example.com')).toEqual([]);
    const last = (await fetchMessages(t, support, uuid)).at(-1);
    expect(last).toMatchObject({ note_kind: 'stopped', is_internal: true });
  });
});
