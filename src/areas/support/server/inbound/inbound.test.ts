import { beforeEach, describe, expect, test } from 'vitest';
import { composeMail, deliverInboundMail, inboundSecret } from '#test/factories/inbound-mail.ts';
import {
  createMessage,
  createTicket,
  fetchMessages,
  fetchTicket,
  png,
  updateTicket,
} from '#test/factories/tickets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { scaledMs } from '#test/time-limits.ts';
import { signInbound } from './inbound-signature.ts';
import { createMailReader } from './mail-reader.ts';
import readMail from './read-mail.ts';
import { createReplyAddress } from './reply-addresses.ts';

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

const toReplyAddress = (number: number, { accountId }: SignedIn): string =>
  createReplyAddress(t.areas.support, { number, accountId })!;

async function ask() {
  const ticket = await createTicket(t, ada);
  await createMessage(t, support, ticket.uuid, 'What do you see?');
  return { ...ticket, to: toReplyAddress(ticket.number, ada) };
}
const fromAda = (to: string, body: string, headers: Record<string, string> = {}) =>
  composeMail({ from: 'Ada Lovelace <Ada@Example.com>', to, body, headers });

describe('a customer’s answer by mail', () => {
  test('becomes a message without what it quotes', async () => {
    const { uuid, to } = await ask();
    const { html, text } = (await t.mails('ada@example.com')).at(-1)!;
    expect(`${html}${text}`).toContain('What do you see?');
    // The mail about the answer is then the newest one.
    t.clock.advance(1000);
    const reply = await deliverInboundMail(
      t,
      fromAda(
        to,
        `A blank page.\n\nOn Fri, Nov 20, 2026 at 1:00 PM Weftline <${to}> wrote:\n> What do you see?\n>\n> Open the conversation\n`,
      ),
    );
    expect(reply).toMatchObject({ status: 200, body: { outcome: 'message', ticket: uuid } });
    const last = (await fetchMessages(t, ada, uuid)).at(-1)!;
    expect(last).toMatchObject({ text: 'A blank page.', via: 'mail', is_own: true });
    expect(last.quoted).toContain('> What do you see?');
    expect((await fetchTicket(t, ada, uuid)).status).toBe('waiting_for_admin');
    const staffMail = (await t.mails('support@example.com')).at(-1)?.text;
    expect(staffMail).toContain('A blank page.');
    expect(staffMail).toContain('Your answer to this mail goes to the customer.');
  });

  test('in HTML only is read as text', async () => {
    const { uuid, to } = await ask();
    const html =
      '<html><body><p>Two <b>bold</b> words &amp; one</p><p>Second line<script>alert(1)</script></p><div class="gmail_quote">On Fri, Nov 20, 2026 at 1:00 PM Weftline &lt;x@example.com&gt; wrote:<blockquote>What do you see?</blockquote></div></body></html>';
    await deliverInboundMail(t, fromAda(to, html, { 'Content-Type': 'text/html; charset=utf-8' }));
    const { text } = (await fetchMessages(t, ada, uuid)).at(-1)!;
    expect(text).toBe('Two bold words & one\n\nSecond line');
  });

  test('in quoted-printable Latin-1 keeps its letters', async () => {
    const { uuid, to } = await ask();
    const headers = {
      'Content-Type': 'text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding': 'quoted-printable',
    };
    await deliverInboundMail(
      t,
      fromAda(to, 'Gr=FC=DFe aus K=F6ln, die Zeile geht =\nweiter', headers),
    );
    expect((await fetchMessages(t, ada, uuid)).at(-1)?.text).toBe(
      'Grüße aus Köln, die Zeile geht weiter',
    );
  });

  test('attaches its files, and lists those that are refused', async () => {
    const { uuid, to } = await ask();
    const part = (name: string, type: string, content: string) =>
      `--mark\nContent-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${content}\n`;
    const elf = Buffer.from('7f454c4602010100000000000000000002003e00', 'hex').toString('base64');
    const body = `--mark\nContent-Type: text/plain; charset=utf-8\n\nSee here\n${part('shot.png', 'image/png', png.toString('base64'))}${part('run.exe', 'application/octet-stream', elf)}--mark--\n`;
    await deliverInboundMail(
      t,
      fromAda(to, body, { 'Content-Type': 'multipart/mixed; boundary=mark' }),
    );
    const last = (await fetchMessages(t, ada, uuid)).at(-1)!;
    expect(last.text).toBe('See here\n\nNot attached: run.exe.');
    expect(last.attachments).toMatchObject([{ name: 'shot.png', content_type: 'image/png' }]);
  });

  test('creates one message, however often it is delivered', async () => {
    const { uuid, to } = await ask();
    const raw = fromAda(to, 'Once');
    const first = await deliverInboundMail(t, raw);
    const second = await deliverInboundMail(t, raw);
    expect(second.body).toEqual({ ...first.body, outcome: 'duplicate' });
    const nameless = fromAda(to, 'Without an id', { 'Message-ID': '' });
    await deliverInboundMail(t, nameless);
    expect((await deliverInboundMail(t, nameless)).body.outcome).toBe('duplicate');
    expect(await fetchMessages(t, ada, uuid)).toHaveLength(4);
  });

  test('beyond the daily limit of tickets is dropped with its files', async () => {
    t.clock.advance(day);
    await signBothIn();
    const { uuid, to } = await ask();
    await updateTicket(t, support, uuid, { status: 'closed' });
    for (let at = 0; at < 19; at++) await createTicket(t, ada);
    const picture = png.toString('base64');
    const body = `--mark\nContent-Type: image/png; name=a.png\nContent-Transfer-Encoding: base64\n\n${picture}\n--mark--\n`;
    const raw = fromAda(to, body, { 'Content-Type': 'multipart/mixed; boundary=mark' });
    const refused = { outcome: 'too_many_tickets', ticket: null, message: null };
    for (let at = 0; at < 2; at++)
      expect(await deliverInboundMail(t, raw)).toEqual({ status: 200, body: refused });
    const left = await t.kernel.database.write
      .selectFrom('ticket_attachment')
      .select('id')
      .where('message_id', 'is', null)
      .execute();
    expect(left).toEqual([]);
    t.clock.advance(day);
    expect((await deliverInboundMail(t, raw)).body.outcome).toBe('new_ticket');
  });

  test('to a closed ticket opens a new one that follows it', async () => {
    const { uuid, number, to } = await ask();
    await updateTicket(t, support, uuid, { status: 'closed' });
    const { body } = await deliverInboundMail(t, fromAda(to, '# It *is* back in __init__.py'));
    expect(body.outcome).toBe('new_ticket');
    expect(await fetchTicket(t, ada, body.ticket)).toMatchObject({
      subject: 'It does not work',
      status: 'waiting_for_admin',
      follows: { uuid, number },
      last_message: { preview: '# It *is* back in __init__.py' },
    });
    expect((await fetchTicket(t, ada, uuid)).messages_count).toBe(2);
    // The next mails of the same thread go there too.
    const { body: second } = await deliverInboundMail(t, fromAda(to, 'Still'));
    expect(second).toMatchObject({ outcome: 'message', ticket: body.ticket });
    await updateTicket(t, support, body.ticket, { status: 'closed' });
    const { body: third } = await deliverInboundMail(t, fromAda(to, 'Again'));
    expect((await fetchTicket(t, ada, third.ticket)).follows?.uuid).toBe(body.ticket);
  });

  test('from another name of the mailbox, or without the reply address', async () => {
    const { uuid, to } = await ask();
    const tagged = composeMail({ from: 'Ada+work@example.com', to, body: 'Tagged' });
    expect((await deliverInboundMail(t, tagged)).body).toMatchObject({ outcome: 'message' });
    const headers = { References: `<ticket.${uuid}@localhost> <x@example.com>` };
    const direct = fromAda('support@example.com', 'By its thread', headers);
    expect((await deliverInboundMail(t, direct)).body).toMatchObject({ ticket: uuid });
    const foreign = composeMail({
      from: 'mallory@example.net',
      to: 'x@y.example',
      body: 'Hi',
      headers,
    });
    expect((await deliverInboundMail(t, foreign)).body.outcome).toBe('foreign_sender');
  });

  test.each(['In-Reply-To', 'References'])('naming a mail of ours in %s alone', async (name) => {
    const { uuid } = await ask();
    const mail = await t.kernel.database.write
      .selectFrom('mail')
      .select('id')
      .where('to_address', '=', 'ada@example.com')
      .where('thread', 'like', `%${uuid}%`)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    const headers = { [name]: `<x@example.com> <${mail.id}@localhost>` };
    const raw = fromAda('support@example.com', 'By what it answers', headers);
    expect((await deliverInboundMail(t, raw)).body).toMatchObject({ ticket: uuid });
  });

  test('from a domain of other letters', async () => {
    const eva = await t.signIn('eva@xn--bcher-kva.example');
    const { uuid, number } = await createTicket(t, eva);
    const to = toReplyAddress(number, eva);
    for (const from of ['Eva@BÜCHER.example', 'eva+x@xn--bcher-kva.example']) {
      const { body } = await deliverInboundMail(t, composeMail({ from, to, body: 'Here' }));
      expect(body).toMatchObject({ outcome: 'message', ticket: uuid });
    }
  });

  test('with a Message-ID that a program of another customer also wrote', async () => {
    const headers = { 'Message-ID': '<1@localhost>' };
    const own = await ask();
    await deliverInboundMail(t, fromAda(own.to, 'Of Ada', headers));
    const eva = await t.signIn('eva@example.com');
    const { uuid, number } = await createTicket(t, eva);
    const to = toReplyAddress(number, eva);
    const raw = composeMail({ from: 'eva@example.com', to, body: 'Of Eva', headers });
    expect((await deliverInboundMail(t, raw)).body).toMatchObject({ outcome: 'message' });
    expect((await fetchMessages(t, eva, uuid)).at(-1)).toMatchObject({ text: 'Of Eva' });
    expect((await deliverInboundMail(t, raw)).body.outcome).toBe('duplicate');
  });

  test('to a resolved ticket reopens it', async () => {
    const { uuid, to } = await ask();
    await updateTicket(t, support, uuid, { status: 'resolved' });
    expect((await deliverInboundMail(t, fromAda(to, 'No'))).body.outcome).toBe('message');
    expect((await fetchTicket(t, ada, uuid)).status).toBe('waiting_for_admin');
  });
});

describe('a mail to no ticket', () => {
  const compose = (from: string, headers: Record<string, string> = {}) =>
    composeMail({
      from,
      to: 'help@example.com',
      body: 'Where is my invoice?',
      headers: { Subject: 'An invoice', ...headers },
    });

  test('opens one for the account of its sender, who is told its number', async () => {
    const raw = compose('Ada+work@example.com');
    const { body } = await deliverInboundMail(t, raw);
    expect(body.outcome).toBe('new_ticket');
    expect(await fetchTicket(t, ada, body.ticket)).toMatchObject({
      subject: 'An invoice',
      status: 'waiting_for_admin',
      last_message: { preview: 'Where is my invoice?' },
    });
    const { number } = await fetchTicket(t, ada, body.ticket);
    const receipt = (await t.mails('ada@example.com')).at(-1)!;
    expect(receipt.text).toContain(`We opened ticket #${number} for it`);
    expect((await deliverInboundMail(t, raw)).body).toMatchObject({
      outcome: 'duplicate',
      ticket: body.ticket,
    });
  });

  test('opens one, however many relays deliver it at once', async () => {
    const raw = compose('ada@example.com');
    const results = await Promise.all([1, 2, 3].map(() => deliverInboundMail(t, raw)));
    expect(new Set(results.map(({ body }) => body.ticket)).size).toBe(1);
  });

  test('of somebody unknown, or of a machine, is listed', async () => {
    const machine = compose('ada@example.com', { 'Auto-Submitted': 'auto-replied' });
    expect((await deliverInboundMail(t, machine)).body.outcome).toBe('auto_reply');
    const stranger = compose('mallory@example.net');
    expect((await deliverInboundMail(t, stranger)).body.outcome).toBe('unknown_address');
  });

  test('without words in its subject gets one', async () => {
    const { body } = await deliverInboundMail(t, compose('ada@example.com', { Subject: '' }));
    expect((await fetchTicket(t, ada, body.ticket)).subject).toBe('Mail without a subject');
  });
});

test('staff can answer by mail too, even a closed ticket', async () => {
  const { uuid, number } = await ask();
  const to = toReplyAddress(number, support);
  const body = 'Please send a screenshot.';
  await deliverInboundMail(t, composeMail({ from: 'support@example.com', to, body }));
  const last = (await fetchMessages(t, ada, uuid)).at(-1)!;
  expect(last).toMatchObject({ text: body, sender: { is_staff: true } });
  await updateTicket(t, ada, uuid, { status: 'closed' });
  await deliverInboundMail(
    t,
    composeMail({ from: 'support@example.com', to, body: 'One more thing' }),
  );
  expect((await fetchTicket(t, ada, uuid)).status).toBe('waiting_for_user');
});

describe('refused mail', () => {
  test('a sender other than the owner of the address, or former staff', async () => {
    const { number, to } = await ask();
    const stranger = composeMail({ from: 'mallory@example.net', to, body: 'Hi' });
    expect((await deliverInboundMail(t, stranger)).body.outcome).toBe('foreign_sender');
    const former = await t.signIn('former@example.com');
    const old = toReplyAddress(number, former);
    const mail = composeMail({ from: 'former@example.com', to: old, body: 'Hi' });
    expect((await deliverInboundMail(t, mail)).body.outcome).toBe('foreign_sender');
  });

  test('a forged address, and the signature of another ticket', async () => {
    const { number, to } = await ask();
    const second = await createTicket(t, ada);
    const changed = to.replace(`+${number}.`, `+${second.number}.`);
    for (const address of [changed, to.replace(/\.[0-9a-f]{4}/, '.0000')]) {
      const { body } = await deliverInboundMail(t, fromAda(address, 'Hi'));
      expect(body.outcome).toBe('new_ticket');
    }
  });

  test('a mail that takes too long to parse; the next one is parsed', async () => {
    const read = createMailReader(t.kernel, { msMax: 300, megabytesMax: 512 });
    const slow = composeMail({ from: 'a@example.com', to: 'b@example.com', body: '' });
    expect(await read(Buffer.concat([slow, Buffer.alloc(8_000_000, '\n')]))).toBeNull();
    const next = composeMail({
      from: 'a@example.com',
      to: 'b@example.com',
      body: 'x'.repeat(9000),
    });
    expect((await createMailReader(t.kernel)(next))?.text.trim()).toHaveLength(9000);
    const { to } = await ask();
    t.areas.support.readMail = async () => null;
    expect((await deliverInboundMail(t, fromAda(to, 'Hi'))).body.outcome).toBe('unreadable');
    t.areas.support.readMail = createMailReader(t.kernel);
  });

  test('a mail that takes too much memory to read', async () => {
    const read = createMailReader(t.kernel, { msMax: scaledMs(30_000), megabytesMax: 48 });
    const headers = { 'Content-Type': 'text/html' };
    const body = '<i>a'.repeat(150_000);
    const large = composeMail({ from: 'a@example.com', to: 'b@example.com', body, headers });
    expect(await read(large)).toBeNull();
  });

  test.each([
    ['empty lines', '\n'],
    ['beginnings of quotes', 'On '],
    ['quoted empty lines', '>\n'],
  ])('many %s are read before the test’s time is over', async (_, piece) => {
    const body = piece.repeat(20_000 / piece.length);
    const mail = composeMail({ from: 'a@example.com', to: 'b@example.com', body });
    expect(await readMail(mail)).not.toBeNull();
  });

  test('a mail without new text', async () => {
    const { to } = await ask();
    const quoted = fromAda(to, '> What do you see?\n');
    expect((await deliverInboundMail(t, quoted)).body.outcome).toBe('empty');
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
    expect(await deliverInboundMail(t, raw)).toEqual({ status: 200, body });
  });

  test('data that is no mail', async () => {
    for (const raw of [Buffer.from('\0\x01\x02'), Buffer.alloc(0)])
      expect((await deliverInboundMail(t, raw)).body.outcome).toBe('unknown_address');
  });

  test('a missing, wrong, altered or expired signature', async () => {
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
      expect(await deliverInboundMail(t, raw, signature)).toMatchObject({
        status: 401,
        body: { code: 'signature_invalid' },
      });
  });
});

test('all mails of a ticket are one thread and reference the mail they answer', async () => {
  const { uuid, to } = await ask();
  const raw = fromAda(to, 'A blank page.', { 'Message-ID': `<of-ada-${uuid}@mail.example.com>` });
  await deliverInboundMail(t, raw);
  await createMessage(t, support, uuid, 'Thank you');
  await createMessage(t, support, uuid, 'A note', { is_internal: true });
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
