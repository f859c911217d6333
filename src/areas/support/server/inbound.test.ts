import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { bringMail, composeMail, inboundSecret } from '#test/inbound-mail.ts';
import { listMessages, openTicket, patchTicket, png, readTicket, say } from '#test/tickets.ts';
import { signInbound } from './inbound-signature.ts';
import { openMailReader } from './mail-reader.ts';
import readMail from './read-mail.ts';
import { replyAddressOf } from './reply-addresses.ts';

const t = useApp({ INBOUND_MAIL_SECRET: inboundSecret });
let ada: SignedIn;
let support: SignedIn;
const day = 24 * 3_600_000;
async function signBothIn() {
  ada = await t.signIn('ada@example.com');
  support = await t.signIn('support@example.com', { roles: ['support'] });
}
beforeEach(async () => {
  t.clock.advance(6 * 3_600_000);
  await signBothIn();
});

const addressOf = (number: number, { accountId }: SignedIn): string =>
  replyAddressOf(t.areas.support, { number, accountId })!;

async function ask() {
  const ticket = await openTicket(t, ada);
  await say(t, support, ticket.uuid, 'What do you see?');
  return { ...ticket, to: addressOf(ticket.number, ada) };
}
const fromAda = (to: string, body: string, headers: Record<string, string> = {}) =>
  composeMail({ from: 'Ada Lovelace <Ada@Example.com>', to, body, headers });

const mailsDirectory = new URL('../../../../test/mails/', import.meta.url);
const mailsOfPrograms = readdirSync(mailsDirectory);
const readMailOf = async (name: string, to: string): Promise<Buffer> => {
  const raw = await readFile(new URL(name, mailsDirectory), 'utf8');
  return Buffer.from(raw.replace('{to}', to).replace(/\r?\n/g, '\r\n'));
};

describe('a customer’s answer by mail', () => {
  test('becomes a message without what it quotes', async () => {
    const { uuid, to } = await ask();
    const { html, text } = (await t.mails('ada@example.com')).at(-1)!;
    expect(`${html}${text}`).toContain('What do you see?');
    const reply = await bringMail(
      t,
      fromAda(
        to,
        `A blank page.\n\nOn Fri, Nov 20, 2026 at 1:00 PM Weftline <${to}> wrote:\n> What do you see?\n>\n> Open the conversation\n`,
      ),
    );
    expect(reply).toMatchObject({ status: 200, body: { outcome: 'message', ticket: uuid } });
    const last = (await listMessages(t, ada, uuid)).at(-1)!;
    expect(last).toMatchObject({ text: 'A blank page.', via: 'mail', is_own: true });
    expect((await readTicket(t, ada, uuid)).status).toBe('waiting_for_admin');
    const told = (await t.mails('support@example.com')).at(-1)?.text;
    expect(told).toContain('A blank page.');
    expect(told).toContain('Your answer to this mail goes to the customer.');
  });

  test.each([
    [
      'German, with a signature',
      'Danke!\n\n-- \nAda Lovelace\nAnalytical Engines\n\nAm 20.11.2026 um 13:00 schrieb Weftline:\n> Was sehen Sie?\n',
    ],
    [
      'Outlook’s block of headers',
      'Danke!\n\n________________________________\nFrom: Weftline <no-reply@weftline.example.com>\nSent: Friday, November 20, 2026 1:00 PM\nTo: Ada\nSubject: [#1001]\n\nWhat do you see?\n',
    ],
    [
      'answered from a phone',
      'Danke!\n\nSent from my iPhone\n\n> On 20 Nov 2026, at 13:00, W wrote:\n> \n> What?\n',
    ],
  ])('%s', async (_, body) => {
    const { uuid, to } = await ask();
    await bringMail(t, fromAda(to, body));
    expect((await listMessages(t, ada, uuid)).at(-1)?.text).toBe('Danke!');
  });

  test.each(mailsOfPrograms)('as %s writes it keeps its words and no others', async (name) => {
    const { uuid, to } = await ask();
    await bringMail(t, await readMailOf(name, to));
    expect((await listMessages(t, ada, uuid)).at(-1)?.text).toBe(
      'Die Seite bleibt weiß.\n\n---\n\nSeit Montag, auch auf dem Telefon.',
    );
  });

  test('in HTML alone is read as text', async () => {
    const { uuid, to } = await ask();
    const html =
      '<html><body><p>Two <b>bold</b> words &amp; one</p><p>Second line<script>alert(1)</script></p><div class="gmail_quote">On Fri, Nov 20, 2026 at 1:00 PM Weftline &lt;x@example.com&gt; wrote:<blockquote>What do you see?</blockquote></div></body></html>';
    await bringMail(t, fromAda(to, html, { 'Content-Type': 'text/html; charset=utf-8' }));
    const { text } = (await listMessages(t, ada, uuid)).at(-1)!;
    expect(text).toBe('Two bold words & one\n\nSecond line');
  });

  test('in quoted-printable latin letters keeps them', async () => {
    const { uuid, to } = await ask();
    const headers = {
      'Content-Type': 'text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding': 'quoted-printable',
    };
    await bringMail(t, fromAda(to, 'Gr=FC=DFe aus K=F6ln, die Zeile geht =\nweiter', headers));
    expect((await listMessages(t, ada, uuid)).at(-1)?.text).toBe(
      'Grüße aus Köln, die Zeile geht weiter',
    );
  });

  test('brings its files, and names those that are not taken', async () => {
    const { uuid, to } = await ask();
    const part = (name: string, type: string, content: string) =>
      `--mark\nContent-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${content}\n`;
    const elf = Buffer.from('7f454c4602010100000000000000000002003e00', 'hex').toString('base64');
    const body = `--mark\nContent-Type: text/plain; charset=utf-8\n\nSee here\n${part('shot.png', 'image/png', png.toString('base64'))}${part('run.exe', 'application/octet-stream', elf)}--mark--\n`;
    await bringMail(t, fromAda(to, body, { 'Content-Type': 'multipart/mixed; boundary=mark' }));
    const last = (await listMessages(t, ada, uuid)).at(-1)!;
    expect(last.text).toBe('See here\n\nNot attached: run.exe.');
    expect(last.attachments).toMatchObject([{ name: 'shot.png', content_type: 'image/png' }]);
  });

  test('is taken once, however often it comes', async () => {
    const { uuid, to } = await ask();
    const raw = fromAda(to, 'Once');
    const first = await bringMail(t, raw);
    const second = await bringMail(t, raw);
    expect(second.body).toEqual({ ...first.body, outcome: 'duplicate' });
    const nameless = fromAda(to, 'Without an id', { 'Message-ID': '' });
    await bringMail(t, nameless);
    expect((await bringMail(t, nameless)).body.outcome).toBe('duplicate');
    expect(await listMessages(t, ada, uuid)).toHaveLength(4);
  });

  test('that would open one ticket too many is not taken, and keeps no file waiting', async () => {
    t.clock.advance(day);
    await signBothIn();
    const { uuid, to } = await ask();
    await patchTicket(t, support, uuid, { status: 'closed' });
    for (let at = 0; at < 19; at++) await openTicket(t, ada);
    const picture = png.toString('base64');
    const body = `--mark\nContent-Type: image/png; name=a.png\nContent-Transfer-Encoding: base64\n\n${picture}\n--mark--\n`;
    const raw = fromAda(to, body, { 'Content-Type': 'multipart/mixed; boundary=mark' });
    const refused = { outcome: 'too_many_tickets', ticket: null, message: null };
    for (let at = 0; at < 2; at++)
      expect(await bringMail(t, raw)).toEqual({ status: 200, body: refused });
    const left = await t.kernel.database.write
      .selectFrom('ticket_attachment')
      .select('id')
      .where('message_id', 'is', null)
      .execute();
    expect(left).toEqual([]);
    t.clock.advance(day);
    expect((await bringMail(t, raw)).body.outcome).toBe('new_ticket');
  });

  test('to a closed ticket opens a new one that names it', async () => {
    const { uuid, number, to } = await ask();
    await patchTicket(t, support, uuid, { status: 'closed' });
    const { body } = await bringMail(t, fromAda(to, 'It is back'));
    expect(body.outcome).toBe('new_ticket');
    expect(await readTicket(t, ada, body.ticket)).toMatchObject({
      subject: 'It does not work',
      status: 'waiting_for_admin',
      follows: { uuid, number },
      last_message: { preview: 'It is back' },
    });
    expect((await readTicket(t, ada, uuid)).messages_count).toBe(2);
  });

  test('to a resolved one reopens it', async () => {
    const { uuid, to } = await ask();
    await patchTicket(t, support, uuid, { status: 'resolved' });
    expect((await bringMail(t, fromAda(to, 'No'))).body.outcome).toBe('message');
    expect((await readTicket(t, ada, uuid)).status).toBe('waiting_for_admin');
  });
});

test('staff answer by mail as well, also what is closed', async () => {
  const { uuid, number } = await ask();
  const to = addressOf(number, support);
  const body = 'Please send a screenshot.';
  await bringMail(t, composeMail({ from: 'support@example.com', to, body }));
  const last = (await listMessages(t, ada, uuid)).at(-1)!;
  expect(last).toMatchObject({ text: body, sender: { is_staff: true } });
  await patchTicket(t, ada, uuid, { status: 'closed' });
  await bringMail(t, composeMail({ from: 'support@example.com', to, body: 'One more thing' }));
  expect((await readTicket(t, ada, uuid)).status).toBe('waiting_for_user');
});

describe('what is not taken', () => {
  test.each([
    ['an absence note', { 'Auto-Submitted': 'auto-replied' }],
    ['a bounce', { 'Return-Path': '<>' }],
    ['a report', { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x' }],
    ['a mailing list', { Precedence: 'bulk' }],
    ['an old absence note', { 'X-Autoreply': 'yes' }],
  ])('%s', async (_, headers) => {
    const { uuid, to } = await ask();
    const { status, body } = await bringMail(t, fromAda(to, 'I am away.', headers));
    expect({ status, body }).toEqual({
      status: 200,
      body: { outcome: 'auto_reply', ticket: null, message: null },
    });
    expect(await listMessages(t, ada, uuid)).toHaveLength(2);
  });

  test('a stranger’s mail to somebody’s address, and a person’s who left the staff', async () => {
    const { number, to } = await ask();
    const stranger = composeMail({ from: 'mallory@example.net', to, body: 'Hi' });
    expect((await bringMail(t, stranger)).body.outcome).toBe('foreign_sender');
    const former = await t.signIn('former@example.com');
    const old = addressOf(number, former);
    const mail = composeMail({ from: 'former@example.com', to: old, body: 'Hi' });
    expect((await bringMail(t, mail)).body.outcome).toBe('foreign_sender');
  });

  test('a made-up address, another ticket’s signature, and none at all', async () => {
    const { number, to } = await ask();
    const second = await openTicket(t, ada);
    const changed = to.replace(`+${number}.`, `+${second.number}.`);
    for (const address of [changed, to.replace(/\.[0-9a-f]{4}/, '.0000'), 'hello@example.com'])
      expect((await bringMail(t, fromAda(address, 'Hi'))).body.outcome).toBe('unknown_address');
  });

  test('a mail that takes too long to read, and the next one is read', async () => {
    const read = openMailReader(t.kernel, 300);
    const slow = composeMail({ from: 'a@example.com', to: 'b@example.com', body: '' });
    expect(await read(Buffer.concat([slow, Buffer.alloc(8_000_000, '\n')]))).toBeNull();
    const next = composeMail({
      from: 'a@example.com',
      to: 'b@example.com',
      body: 'x'.repeat(9000),
    });
    expect((await openMailReader(t.kernel)(next))?.text).toHaveLength(9000);
    const { to } = await ask();
    t.areas.support.readMail = async () => null;
    expect((await bringMail(t, fromAda(to, 'Hi'))).body.outcome).toBe('unreadable');
    t.areas.support.readMail = openMailReader(t.kernel);
  });

  test.each([
    ['empty lines', '\n'],
    ['beginnings of quotes', 'On '],
    ['quoted empty lines', '>\n'],
  ])('a second for %s', async (_, piece) => {
    const body = piece.repeat(4000 / piece.length);
    const mail = composeMail({ from: 'a@example.com', to: 'b@example.com', body });
    const startedMs = performance.now();
    await readMail(mail);
    expect(performance.now() - startedMs).toBeLessThan(1000);
  });

  test('a mail without a new word', async () => {
    const { to } = await ask();
    const quoted = fromAda(to, '> What do you see?\n');
    expect((await bringMail(t, quoted)).body.outcome).toBe('empty');
  });

  test.each([
    [
      'hundreds of parts in one another',
      Array.from(
        { length: 400 },
        (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
      ).join(''),
    ],
    ['megabytes of headers', `X-Long: ${'a'.repeat(3_000_000)}\n\nHi`],
  ])('%s', async (_, rest) => {
    const raw = Buffer.from(`From: ada@example.com\nTo: b@example.com\n${rest}`);
    const body = { outcome: 'unreadable', ticket: null, message: null };
    expect(await bringMail(t, raw)).toEqual({ status: 200, body });
  });

  test('bytes that are no mail', async () => {
    for (const raw of [Buffer.from('\0\x01\x02'), Buffer.alloc(0)])
      expect((await bringMail(t, raw)).body.outcome).toBe('unknown_address');
  });

  test('what is not signed, signed wrongly, changed, or too old', async () => {
    const { to } = await ask();
    const raw = fromAda(to, 'Hi');
    const now = t.clock.now();
    const old = new Date(now.getTime() - 5 * 60_000 - 1000);
    for (const signature of [
      '',
      't=1,v1=00',
      signInbound('another-secret', raw, now),
      signInbound(inboundSecret, Buffer.concat([raw, Buffer.from('x')]), now),
      signInbound(inboundSecret, raw, old),
    ])
      expect(await bringMail(t, raw, signature)).toMatchObject({
        status: 401,
        body: { code: 'signature_invalid' },
      });
  });
});

test('all mails of a ticket belong together, and answer what was mailed', async () => {
  const { uuid, to } = await ask();
  const raw = fromAda(to, 'A blank page.', { 'Message-ID': `<of-ada-${uuid}@mail.example.com>` });
  await bringMail(t, raw);
  await say(t, support, uuid, 'Thank you');
  await say(t, support, uuid, 'A note', { is_internal: true });
  const rows = await t.kernel.database.write
    .selectFrom('mail')
    .select(['to_address', 'subject', 'thread', 'reply_to', 'body'])
    .where('subject', 'like', '[#%')
    .where('thread', 'like', `%${uuid}%`)
    .orderBy('created_at')
    .execute();
  const root = `<ticket.${uuid}@localhost>`;
  expect(rows.every(({ thread }) => thread.startsWith(root))).toBe(true);
  const answer = rows.find(({ body }) => body.includes('Thank you'))!;
  expect(answer.thread).toBe(`${root} <of-ada-${uuid}@mail.example.com>`);
  expect(answer.reply_to).toBe(to);
  expect(new Set(rows.map(({ subject }) => subject)).size).toBe(1);
  expect(rows.some(({ body }) => body.includes('A note'))).toBe(false);
});
