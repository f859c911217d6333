// Mail by SMTP: what is accepted, what is refused when, and that nothing acknowledged is lost.
import { once } from 'node:events';
import net from 'node:net';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { composeMail } from '#test/factories/inbound-mail.ts';
import { createTicket, fetchMessages } from '#test/factories/tickets.ts';
import { localhostCertificate, localhostKey } from '#test/fixtures/localhost-certificate.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { createReplyAddress } from '../reply-addresses.ts';
import { createSmtpListener, type SmtpLimits } from './smtp-listener.ts';

const t = useApp({
  INBOUND_AUTHSERV_ID: 'mx.example.net',
  INBOUND_SMTP: '127.0.0.1:0',
  INBOUND_SMTP_FROM: '127.0.0.1,127.0.0.2',
  INBOUND_SMTP_CERT: localhostCertificate,
  INBOUND_SMTP_KEY: localhostKey,
});
let ada: SignedIn;
beforeEach(async () => {
  t.clock.advance(24 * 3_600_000);
  ada = await t.signIn('ada@example.com');
});

async function listen(limits: Partial<SmtpLimits> = {}): Promise<number> {
  const listener = createSmtpListener(t.areas.support, limits);
  onTestFinished(() => listener.close());
  return listener.listen({ host: '127.0.0.1', port: 0 });
}

async function ask() {
  const { uuid, number } = await createTicket(t, ada);
  const to = createReplyAddress(t.areas.support, { number, accountId: ada.accountId })!;
  return { uuid, to };
}
const verified = {
  'Authentication-Results': 'mx.example.net; dmarc=pass header.from=example.com',
};
const fromAda = (to: string, headers: Record<string, string> = verified, body = 'It is blank.') =>
  composeMail({ from: 'Ada <ada@example.com>', to, headers, body });
const listRows = (uuid: string) =>
  t.kernel.database.write
    .selectFrom('inbound_mail')
    .select(['outcome', 'message_id', 'sender'])
    .where('ticket_id', '=', uuid)
    .execute();
const countRows = async () =>
  (await t.kernel.database.write.selectFrom('inbound_mail').select('id').execute()).length;

async function countRefused(): Promise<number> {
  const text = await t.kernel.metrics.registry.metrics();
  return Number(/^inbound_mails_total\{way="smtp",result="refused"\} (\d+)$/m.exec(text)?.[1]);
}

/** As a mail server sends it, encrypted where the listener offers it. */
async function send(port: number, to: string, raw: Buffer, from = 'bounces@example.com') {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
  });
  onTestFinished(() => transport.close());
  return transport.sendMail({ envelope: { from, to: [to] }, raw }).then(
    () => 250,
    (error: { responseCode: number }) => error.responseCode,
  );
}

/** Line by line: `say` resolves with the last line of the response, which is null at the end. */
async function dial(port: number, localAddress = '127.0.0.1') {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const read = async (): Promise<string | null> => {
    const { value, done } = await lines.next();
    if (done) return null;
    return /^\d{3}-/.test(value) ? read() : value;
  };
  return {
    greeting: await read(),
    socket,
    say: (line: string) => {
      socket.write(`${line}\r\n`);
      return read();
    },
  };
}

describe('a mail to a reply address', () => {
  test('becomes a message once, encrypted, however often it is sent', async () => {
    const port = await listen();
    const { uuid, to } = await ask();
    const raw = fromAda('someone@example.com');
    expect(await send(port, to, raw)).toBe(250);
    expect(await send(port, to, raw)).toBe(250);
    const [, message, ...others] = await fetchMessages(t, ada, uuid);
    expect(message).toMatchObject({ text: 'It is blank.', via: 'mail', is_own: true });
    expect(others).toEqual([]);
    expect(await listRows(uuid)).toHaveLength(1);
  });

  test.each([
    ['has no results', {}],
    ['has those of another server', { 'Authentication-Results': 'evil.example; dmarc=pass' }],
  ])('whose sender %s is listed for support, once, and answered by nobody', async (_, headers) => {
    const port = await listen();
    const { uuid, to } = await ask();
    const mailsBefore = (await t.mails('ada@example.com')).length;
    const raw = fromAda(to, headers);
    expect(await send(port, to, raw)).toBe(250);
    expect(await send(port, to, raw)).toBe(250);
    expect(await listRows(uuid)).toEqual([
      { outcome: 'unverified_sender', message_id: null, sender: 'ada@example.com' },
    ]);
    expect(await fetchMessages(t, ada, uuid)).toHaveLength(1);
    expect(await t.mails('ada@example.com')).toHaveLength(mailsBefore);
  });

  test('from nobody is automatic, as its envelope says', async () => {
    const port = await listen();
    const { uuid, to } = await ask();
    expect(await send(port, to, fromAda(to), '')).toBe(250);
    expect(await listRows(uuid)).toMatchObject([{ outcome: 'note' }]);
  });

  test('waits with its server while it cannot be stored', async () => {
    const port = await listen();
    const { uuid, to } = await ask();
    const raw = fromAda(to);
    const put = vi.spyOn(t.kernel.storage, 'put').mockRejectedValueOnce(new Error('disk full'));
    onTestFinished(() => put.mockRestore());
    expect(await send(port, to, raw)).toBe(451);
    expect(await fetchMessages(t, ada, uuid)).toHaveLength(1);
    expect(await send(port, to, raw)).toBe(250);
    expect(await fetchMessages(t, ada, uuid)).toHaveLength(2);
  });
});

describe('the listener', () => {
  test('knows its recipients, and relays for nobody', async () => {
    const { to } = await ask();
    const refusedBefore = await countRefused();
    const client = await dial(await listen());
    expect(await client.say('EHLO [127.0.0.1]')).toMatch(/^250 /);
    expect(await client.say('AUTH PLAIN AGFkYQBzZWNyZXQ=')).toMatch(/^50\d/);
    expect(await client.say('MAIL FROM:<ada@example.com>')).toMatch(/^250/);
    for (const one of [
      'someone@example.com',
      // Another signature, also where it ends with a zero.
      to.replace(/(.)@/, (_, last) => `${last === '0' ? '1' : '0'}@`),
      'bounce+00000000000000000000000000000000.0.00000000000000000000@weftline.example.com',
      `${to.replace('@', '%')}@other.example`,
    ])
      expect(await client.say(`RCPT TO:<${one}>`)).toMatch(/^550/);
    const bounce = t.kernel.mail.bounces.createAddress({
      mailId: '01900000-0000-7000-8000-000000000001',
      attempt: 1,
    })!;
    for (const one of [to, to.toUpperCase(), bounce, t.config.MAIL_FROM])
      expect(await client.say(`RCPT TO:<${one}>`)).toMatch(/^250/);
    expect(await countRefused()).toBe(refusedBefore + 4);
  });

  test('refuses what is too large before it is sent, or after', async () => {
    const { to } = await ask();
    const port = await listen();
    const client = await dial(port);
    await client.say('EHLO relay');
    expect(await client.say('MAIL FROM:<a@example.com> SIZE=33554433')).toMatch(/^552/);
    const large = Buffer.concat([fromAda(to), Buffer.alloc(33_554_432, 'x\r\n')]);
    const before = await countRows();
    expect(await send(port, to, large)).toBe(552);
    expect(await countRows()).toBe(before);
  });

  test('puts off what there is no memory for', async () => {
    const { to } = await ask();
    const port = await listen({ bytes: 1000 });
    expect(await send(port, to, fromAda(to, verified, 'x'.repeat(2000)))).toBe(452);
    expect(await send(port, to, fromAda(to))).toBe(250);
  });

  test('talks to its own mail servers only, with a number of connections each', async () => {
    const port = await listen({ connectionsPerAddress: 1 });
    expect((await dial(port, '127.0.0.3')).greeting).toMatch(/^554/);
    const first = await dial(port);
    expect(first.greeting).toMatch(/^220/);
    expect((await dial(port)).greeting).toMatch(/^421/);
    expect((await dial(port, '127.0.0.2')).greeting).toMatch(/^220/);
    first.socket.destroy();
    await expect.poll(async () => (await dial(port)).greeting).toMatch(/^220/);
  });

  test('cuts who is silent, and who stays too long', async () => {
    const idle = await dial(await listen({ idleMs: 50 }));
    await once(idle.socket, 'close');
    const slow = await dial(await listen({ sessionMs: 50 }));
    const trickle = setInterval(() => slow.socket.write('N'), 5);
    onTestFinished(() => clearInterval(trickle));
    await once(slow.socket, 'close');
  });
});
