// Inbound e-mails, delivered as the mail server delivers them.
import {
  inboundSignatureHeader,
  signInbound,
} from '#areas/support/server/inbound/inbound-signature.ts';
import type { TestApp } from '../harness.ts';

export const inboundPath = '/apix/support/inbound/';
export const inboundSecret = 'a-secret-of-the-mail-server';

export type MailParts = {
  from: string;
  to: string;
  headers?: Record<string, string>;
  /** Plain text, or a body of the content type in the headers. */
  body: string;
};

let mails = 0;

/** A raw e-mail with a unique Message-ID by default. */
export const composeMail = ({ from, to, headers = {}, body }: MailParts): Buffer => {
  const all: Record<string, string> = {
    From: from,
    To: to,
    Subject: 'Re: [#1001] It does not work',
    'Message-ID': `<mail-${++mails}@mail.example.com>`,
    Date: 'Fri, 20 Nov 2026 12:00:00 +0000',
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body.replaceAll('\n', '\r\n')}`);
};

export async function deliverInboundMail(
  t: TestApp,
  raw: Buffer,
  signature = signInbound(inboundSecret, raw, t.clock.now()),
) {
  const reply = await t.app.inject({
    method: 'POST',
    url: inboundPath,
    headers: { 'content-type': 'message/rfc822', [inboundSignatureHeader]: signature },
    payload: raw,
  });
  return {
    status: reply.statusCode,
    body: reply.json() as Record<'outcome' | 'ticket' | 'message' | 'code', string>,
  };
}
