import { inboundSignatureHeader, signInbound } from '#areas/support/server/inbound-signature.ts';
import { replyAddressOf } from '#areas/support/server/reply-addresses.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { composeMail, inboundPath, inboundSecret } from '../inbound-mail.ts';
import { openTicket, patchTicket, png, say, ticketsPath } from '../tickets.ts';
import { customer, formOf, make, newName, staff, type Write, type Writes } from './write.ts';

const message = `${ticketsPath}:ticket_uuid/messages/:uuid/`;
const canned = '/apix/admin/canned-replies/';

async function withTicket(t: TestApp): Promise<{ who: SignedIn; params: { uuid: string } }> {
  const who = await customer(t);
  const { uuid } = await openTicket(t, who);
  return { who, params: { uuid } };
}

async function withMessage(t: TestApp, body?: object): Promise<Write> {
  const { who, params } = await withTicket(t);
  const { uuid } = await say(t, who, params.uuid, 'And again');
  return { who, params: { ticket_uuid: params.uuid, uuid }, ...(body && { body }) };
}

async function withReply(t: TestApp): Promise<Write> {
  const who = await staff(t, 'support');
  const params = await make(t, who, canned, { title: newName(), text: 'Hello there' });
  return { who, params };
}

const changed = async (t: TestApp) => ({
  ...(await withTicket(t)),
  body: { subject: 'It works again' },
});

export const supportWrites: Writes = {
  [`POST ${ticketsPath}`]: async (t) => ({
    who: await customer(t),
    body: { subject: 'It does not work', message: 'Help!' },
  }),
  [`PUT ${ticketsPath}:uuid/`]: changed,
  [`PATCH ${ticketsPath}:uuid/`]: changed,
  [`DELETE ${ticketsPath}:uuid/`]: withTicket,
  [`POST ${ticketsPath}:uuid/read/`]: withTicket,
  [`POST ${ticketsPath}:uuid/rating/`]: async (t) => {
    const { who, params } = await withTicket(t);
    await patchTicket(t, await staff(t, 'support'), params.uuid, { status: 'resolved' });
    return { who, params, body: { rating: 5 } };
  },
  [`POST ${ticketsPath}:ticket_uuid/messages/`]: async (t) => {
    const { who, params } = await withTicket(t);
    return { who, params: { ticket_uuid: params.uuid }, body: { text: 'And again' } };
  },
  [`PUT ${message}`]: (t) => withMessage(t, { text: 'Changed' }),
  [`PATCH ${message}`]: (t) => withMessage(t, { text: 'Changed' }),
  [`DELETE ${message}`]: (t) => withMessage(t),
  'POST /apix/support/attachments/': async (t) => ({
    who: await customer(t),
    raw: await formOf('file', png, 'screenshot.png'),
  }),
  [`POST ${inboundPath}`]: async (t) => {
    const who = await customer(t);
    const { number } = await openTicket(t, who);
    const to = replyAddressOf(t.areas.support, { number, accountId: who.accountId })!;
    const content = composeMail({ from: who.email, to, body: 'A blank page.' });
    const signature = signInbound(inboundSecret, content, t.clock.now());
    const headers = { 'content-type': 'message/rfc822', [inboundSignatureHeader]: signature };
    return { who: null, raw: { content, headers } };
  },
  [`POST ${canned}`]: async (t) => ({
    who: await staff(t, 'support'),
    body: { title: newName(), text: 'Hello there' },
  }),
  [`PATCH ${canned}:id/`]: async (t) => ({ ...(await withReply(t)), body: { text: 'Hi' } }),
  [`DELETE ${canned}:id/`]: withReply,
};
