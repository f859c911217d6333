import { beforeEach, describe, expect, test } from 'vitest';
import { composeMail, deliverInboundMail, inboundSecret } from '#test/factories/inbound-mail.ts';
import {
  createMessage,
  createTicket,
  fetchMessages,
  messagesPath,
  png,
} from '#test/factories/tickets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { OriginalMailWire } from '../../wire/stored-mails.ts';
import { createReplyAddress } from './reply-addresses.ts';

const t = useApp({ INBOUND_MAIL_SECRET: inboundSecret });
let ada: SignedIn;
let support: SignedIn;
beforeEach(async () => {
  t.clock.advance(24 * 3_600_000);
  ada = await t.signIn('ada@example.com');
  support = await t.signIn('support@example.com', { roles: ['support'] });
});

const html = `<html><head><script>alert(1)</script></head><body onload="x()">
<p style="color:red">A <b>blank</b> page.</p><ul><li>one<li>two</ul>
<img src="cid:shot@x" alt="Screenshot"><img src="https://tracker.example/p.gif">
<form action="https://x.example"><input name="password"></form>
<a href="javascript:alert(1)">a</a><iframe src="https://x.example"></iframe></body></html>`;
const parts = [
  `multipart/related; boundary=rel\n\n--rel\nContent-Type: text/html; charset=utf-8\n\n${html}`,
  `image/png; name=shot.png\nContent-ID: <shot@x>\nContent-Disposition: inline; filename=shot.png\nContent-Transfer-Encoding: base64\n\n${png.toString('base64')}\n--rel--`,
].join('\n--rel\nContent-Type: ');
const body = `--mark\nContent-Type: ${parts}\n--mark\nContent-Type: text/html; name="../evil.html"\nContent-Disposition: attachment; filename="../evil.html"\n\n<script>alert(1)</script>\n--mark--\n`;

async function receive(from: 'ada@example.com' | 'support@example.com' = 'ada@example.com') {
  const ticket = await createTicket(t, ada);
  await createMessage(t, support, ticket.uuid, 'What do you see?');
  const { accountId } = from === 'ada@example.com' ? ada : support;
  const to = createReplyAddress(t.areas.support, { number: ticket.number, accountId })!;
  const headers = { 'Content-Type': 'multipart/mixed; boundary=mark', 'X-Mailer': 'Pine' };
  await deliverInboundMail(t, composeMail({ from, to, body, headers }));
  const message = (await fetchMessages(t, support, ticket.uuid)).at(-1)!;
  const path = `${messagesPath(ticket.uuid, message.uuid)}original/`;
  return { path, ticket, message };
}
const read = (path: string, who?: SignedIn) =>
  send(t, 'GET', path, undefined, who && { headers: who.headers });
const readOriginal = async (path: string, who: SignedIn) => {
  const { status, body: original } = await read(path, who);
  expect(status).toBe(200);
  return original as OriginalMailWire;
};

test('the message has the formatting, with its pictures in place', async () => {
  const { ticket } = await receive();
  const { html: rich, attachments, text } = (await fetchMessages(t, ada, ticket.uuid)).at(-1)!;
  expect(text).toContain('A blank page.');
  expect(rich).toContain('<strong>blank</strong>');
  expect(rich).toContain('<li>two</li>');
  expect(rich).not.toMatch(/script|tracker|form|style|cid:/);
  const [picture] = attachments.filter(({ is_image }) => is_image);
  const src = /src="([^"]+)"/.exec(rich!)![1]!.replaceAll('&amp;', '&');
  expect(src).toContain(picture!.id);
  expect((await t.app.inject({ url: src })).rawPayload).toEqual(png);
});

describe('the original mail', () => {
  test('has headers, texts and parts, for its customer and for support', async () => {
    const { path } = await receive();
    for (const who of [ada, support]) {
      const original = await readOriginal(path, who);
      expect(original.headers).toContainEqual({ name: 'X-Mailer', value: 'Pine' });
      expect(original.parts.map(({ name, content_type }) => [name, content_type])).toEqual([
        ['text.html', 'text/html'],
        ['shot.png', 'image/png'],
        ['evil.html', 'text/html'],
      ]);
      const source = await t.app.inject({ url: original.source_url });
      expect(source.headers['content-disposition']).toBe("attachment; filename*=UTF-8''mail.eml");
      expect(source.body).toContain('X-Mailer: Pine');
    }
  });

  test('is nobody else’s, and that of support is not shown to the customer', async () => {
    const { path, ticket } = await receive();
    const eve = await t.signIn('eve@example.com');
    expect((await read(path, eve)).status).toBe(404);
    expect((await read(path)).status).toBe(401);
    const own = await createTicket(t, eve);
    expect((await read(path.replace(ticket.uuid, own.uuid), eve)).status).toBe(404);
    const answer = await receive('support@example.com');
    expect((await read(answer.path, support)).status).toBe(200);
    expect((await read(answer.path, ada)).status).toBe(404);
    const [last] = (await fetchMessages(t, ada, answer.ticket.uuid)).slice(-1);
    expect(last!.original_url).toBeNull();
  });

  test('of a message without a mail is not found', async () => {
    const { path, ticket } = await receive();
    const [first] = await fetchMessages(t, ada, ticket.uuid);
    expect((await read(`${messagesPath(ticket.uuid, first!.uuid)}original/`, ada)).status).toBe(
      404,
    );
    await t.kernel.database.write.deleteFrom('inbound_mail').execute();
    expect((await read(path, ada)).status).toBe(404);
  });

  test('is a page that runs nothing and loads pictures of others only when it is told', async () => {
    const original = await readOriginal((await receive()).path, ada);
    const own = await t.app.inject({ url: original.page_url! });
    expect(own.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(own.headers['x-frame-options']).toBe('SAMEORIGIN');
    const policy = String(own.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('img-src data:;');
    expect(policy).toContain('sandbox allow-popups');
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
    expect(own.body).toContain('style="color:red"');
    expect(own.body).toContain(`src="data:image/png;base64,${png.toString('base64')}"`);
    expect(own.body).not.toMatch(/<script|onload|javascript:|<iframe|<form|<input/);
    const remote = await t.app.inject({ url: original.page_with_pictures_url! });
    expect(remote.headers['content-security-policy']).toContain('img-src data: https: http:');
    const forged = original.page_url!.replace('/own/', '/remote/');
    expect((await t.app.inject({ url: forged })).statusCode).toBe(404);
    expect((await t.app.inject({ url: original.page_url!.split('?')[0]! })).statusCode).toBe(404);
  });

  test('has parts that are only downloaded', async () => {
    const { parts: listed } = await readOriginal((await receive()).path, ada);
    const reply = await t.app.inject({ url: listed.at(-1)!.url });
    expect(reply.headers['content-type']).toBe('application/octet-stream');
    expect(reply.headers['content-disposition']).toBe("attachment; filename*=UTF-8''evil.html");
    expect(reply.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(reply.body).toContain('<script>alert(1)</script>');
    const other = listed.at(-1)!.url.replace('/parts/2/', '/parts/1/');
    expect((await t.app.inject({ url: other })).statusCode).toBe(404);
    t.clock.advance(301_000);
    expect((await t.app.inject({ url: listed[0]!.url })).statusCode).toBe(404);
  });
});
