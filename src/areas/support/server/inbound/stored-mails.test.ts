import { beforeEach, describe, expect, test } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { composeMail, deliverInboundMail, inboundSecret } from '#test/factories/inbound-mail.ts';
import {
  createMessage,
  createTicket,
  fetchMessages,
  updateTicket,
} from '#test/factories/tickets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { UnattachedMailWire } from '../../wire/stored-mails.ts';
import { createReplyAddress } from './reply-addresses.ts';
import { purgeStoredMails } from './stored-mails.ts';

const t = useApp({ INBOUND_MAIL_SECRET: inboundSecret });
const day = 24 * 3_600_000;
const list = '/apix/admin/unattached-mails/';
const away = { 'Auto-Submitted': 'auto-replied' };
let ada: SignedIn;
let support: SignedIn;
beforeEach(async () => {
  t.clock.advance(day);
  ada = await t.signIn('ada@example.com');
  support = await t.signIn('support@example.com', { roles: ['support'] });
});

async function ask() {
  const ticket = await createTicket(t, ada);
  await createMessage(t, support, ticket.uuid, 'What do you see?');
  const { accountId } = ada;
  const to = createReplyAddress(t.areas.support, { number: ticket.number, accountId })!;
  return { ...ticket, to };
}
const deliver = (from: string, to: string, body: string, headers: Record<string, string> = {}) =>
  deliverInboundMail(t, composeMail({ from, to, body, headers }));
const request = (method: 'GET' | 'POST', url: string, body?: object) =>
  send(t, method, url, body, { headers: support.headers });
const waiting = async (query = ''): Promise<UnattachedMailWire[]> =>
  (await request('GET', list + query)).body.results as UnattachedMailWire[];
const noticesTo = async (address: string) =>
  (await t.mails(address)).filter(({ subject }) => subject.startsWith('Not received'));

describe('the original of a mail', () => {
  test('is read by its customer and by support, and by nobody else', async () => {
    const { uuid, to } = await ask();
    await deliver('ada@example.com', to, 'A blank page.\n\n> What do you see?');
    for (const reader of [ada, support]) {
      const { original_url: url } = (await fetchMessages(t, reader, uuid)).at(-1)!;
      const { statusCode, headers, body } = await t.app.inject({ url: url! });
      expect(statusCode).toBe(200);
      expect(body).toContain('> What do you see?');
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
      const unsigned = await t.app.inject({ url: url!.split('?')[0]! });
      expect(unsigned.statusCode).toBe(404);
    }
    expect((await fetchMessages(t, ada, uuid))[0]!.original_url).toBeNull();
  });

  test('is deleted after 30 days, when its ticket is closed', async () => {
    const { uuid, to } = await ask();
    await deliver('ada@example.com', to, 'A blank page.');
    t.clock.advance(31 * day);
    await purgeStoredMails(t.areas.support);
    ada = await t.signIn('ada@example.com');
    support = await t.signIn('support@example.com', { roles: ['support'] });
    const stored = (await fetchMessages(t, ada, uuid)).at(-1)!.original_url!;
    await updateTicket(t, support, uuid, { status: 'closed' });
    await purgeStoredMails(t.areas.support);
    expect((await t.app.inject({ url: stored })).statusCode).toBe(404);
    expect((await fetchMessages(t, ada, uuid)).at(-1)!.original_url).toBeNull();
  });
});

test('beyond the budget of its sender a mail is read, and not stored', async () => {
  const { uuid, to } = await ask();
  await deliver('ada@example.com', to, 'Within it.');
  await t.kernel.database.write
    .updateTable('inbound_mail')
    .set({ size_bytes: budgets.storedMailBytesPerSender })
    .where('sender', '=', 'ada@example.com')
    .execute();
  await deliver('ada@example.com', to, 'Beyond it.');
  const last = (await fetchMessages(t, ada, uuid)).at(-1)!;
  expect(last).toMatchObject({ text: 'Beyond it.', original_url: null });
  await t.kernel.database.write.deleteFrom('inbound_mail').execute();
});

describe('a mail that did not become a message', () => {
  test('is listed with its reason, and its sender is told once a day', async () => {
    const { uuid, number, to } = await ask();
    for (let mail = 0; mail < 2; mail++) await deliver('charles@example.com', to, 'My opinion');
    const [first] = await waiting('?reason=foreign_sender');
    expect(first).toMatchObject({
      sender: 'charles@example.com',
      subject: 'Re: [#1001] It does not work',
      ticket: { uuid, number },
      has_account: false,
      handled_as: null,
    });
    expect((await t.app.inject({ url: first!.original_url })).body).toContain('My opinion');
    expect(await noticesTo('charles@example.com')).toHaveLength(1);
    t.clock.advance(day + 1000);
    await deliver('charles@example.com', to, 'Again');
    expect(await noticesTo('charles@example.com')).toHaveLength(2);
  });

  test.each([
    ['an automatic one', { ...away, To: 'hello@example.com' }, 'auto_reply'],
    ['one to no ticket', { To: 'hello@example.com' }, 'unknown_address'],
  ])('%s is not answered', async (_, headers, reason) => {
    const { to } = await ask();
    await deliver('bot@example.com', to, 'I am away.', headers);
    expect(await noticesTo('bot@example.com')).toEqual([]);
    expect((await waiting(`?reason=${reason}`)).map(({ sender }) => sender)).toContain(
      'bot@example.com',
    );
  });

  test('is encrypted: its sender is told to send it without', async () => {
    const { uuid, to } = await ask();
    const body = '-----BEGIN PGP MESSAGE-----\n\nhQEMA0000\n=Xy1z\n-----END PGP MESSAGE-----\n';
    await deliver('ada@example.com', to, body);
    const [first] = await waiting('?reason=encrypted');
    expect(first).toMatchObject({ sender: 'ada@example.com', ticket: { uuid } });
    expect((await noticesTo('ada@example.com'))[0]!.text).toContain('It is encrypted');
    await deliver('ada@example.com', to, `My words.\n\n${body}`);
    const last = (await fetchMessages(t, ada, uuid)).at(-1)!;
    expect(last).toMatchObject({ text: 'My words.', quoted: body.trim() });
  });

  test('becomes a note of its ticket, once', async () => {
    const { uuid, to } = await ask();
    await deliver('mary@example.com', to, 'I see it too.');
    const { id } = (await waiting()).find(({ sender }) => sender === 'mary@example.com')!;
    const reply = await request('POST', `${list}${id}/handle/`, { as: 'note' });
    expect(reply).toMatchObject({ status: 200, body: { handled_as: 'note' } });
    const note = (await fetchMessages(t, support, uuid)).at(-1)!;
    expect(note).toMatchObject({ is_internal: true, sender: { is_staff: true } });
    expect(note.text).toContain('Mail from mary@example.com');
    expect(note.text).toContain('I see it too.');
    expect(await fetchMessages(t, ada, uuid)).toHaveLength(2);
    expect((await request('POST', `${list}${id}/handle/`, { as: 'note' })).body.code).toBe(
      'mail_handled',
    );
    expect((await waiting()).map((mail) => mail.id)).not.toContain(id);
    expect((await waiting('?handled=true')).map((mail) => mail.id)).toContain(id);
  });

  test('opens a ticket for the account of its sender', async () => {
    const grace = await t.signIn('grace@example.com');
    await deliver('grace@example.com', 'hello@example.com', 'I need help.', away);
    const { id } = (await waiting()).find(({ sender }) => sender === 'grace@example.com')!;
    expect((await request('POST', `${list}${id}/handle/`, { as: 'note' })).body.code).toBe(
      'mail_has_no_ticket',
    );
    expect((await request('POST', `${list}${id}/handle/`, { as: 'ticket' })).status).toBe(200);
    const { results } = (
      await send(t, 'GET', '/apix/support/tickets/', undefined, { headers: grace.headers })
    ).body;
    expect(results).toMatchObject([{ subject: 'Re: [#1001] It does not work' }]);
  });

  test('of a stranger opens no ticket, and can be dismissed', async () => {
    await deliver('stranger@example.net', 'hello@example.com', 'Buy this');
    const { id } = (await waiting()).find(({ sender }) => sender === 'stranger@example.net')!;
    const opened = await request('POST', `${list}${id}/handle/`, { as: 'ticket' });
    expect(opened).toMatchObject({ status: 400, body: { code: 'mail_has_no_account' } });
    const dismissed = await request('POST', `${list}${id}/handle/`, { as: 'dismissed' });
    expect(dismissed.body.handled_as).toBe('dismissed');
    const unknown = await request('POST', `${list}${crypto.randomUUID()}/handle/`, { as: 'note' });
    expect(unknown.status).toBe(404);
  });

  test('is for support only', async () => {
    const handle = `${list}${crypto.randomUUID()}/handle/`;
    for (const [method, url] of [
      ['GET', list],
      ['POST', handle],
    ] as const) {
      const body = method === 'POST' ? { as: 'note' } : undefined;
      expect((await send(t, method, url, body)).status).toBe(401);
      expect((await send(t, method, url, body, { headers: ada.headers })).status).toBe(403);
    }
    expect((await request('GET', `${list}?page=9`)).status).toBe(404);
  });
});
