import {
  inboundSignatureHeader,
  signInbound,
} from '#areas/support/server/inbound/inbound-signature.ts';
import { createReplyAddress } from '#areas/support/server/inbound/reply-addresses.ts';
import {
  composeMail,
  deliverInboundMail,
  inboundPath,
  inboundSecret,
} from '../../factories/inbound-mail.ts';
import {
  createMessage,
  createTicket,
  png,
  ticketsPath,
  updateTicket,
} from '../../factories/tickets.ts';
import type { SignedIn, TestApp } from '../../harness.ts';
import {
  createForm,
  createVia,
  newCustomer,
  newStaff,
  uniqueName,
  type Write,
  type Writes,
} from './write.ts';

const message = `${ticketsPath}:ticket_uuid/messages/:uuid/`;
const canned = '/apix/admin/canned-replies/';

async function withTicket(t: TestApp): Promise<{ who: SignedIn; params: { uuid: string } }> {
  const who = await newCustomer(t);
  const { uuid } = await createTicket(t, who);
  return { who, params: { uuid } };
}

async function withMessage(t: TestApp, body?: object): Promise<Write> {
  const { who, params } = await withTicket(t);
  const { uuid } = await createMessage(t, who, params.uuid, 'And again');
  return { who, params: { ticket_uuid: params.uuid, uuid }, ...(body && { body }) };
}

async function withCannedReply(t: TestApp): Promise<Write> {
  const who = await newStaff(t, 'support');
  const params = await createVia(t, who, canned, { title: uniqueName(), text: 'Hello there' });
  return { who, params };
}

const withChangedTicket = async (t: TestApp) => ({
  ...(await withTicket(t)),
  body: { subject: 'It works again' },
});

export const supportWrites: Writes = {
  [`POST ${ticketsPath}`]: async (t) => ({
    who: await newCustomer(t),
    body: { subject: 'It does not work', message: 'Help!' },
  }),
  [`PUT ${ticketsPath}:uuid/`]: withChangedTicket,
  [`PATCH ${ticketsPath}:uuid/`]: withChangedTicket,
  [`DELETE ${ticketsPath}:uuid/`]: withTicket,
  [`POST ${ticketsPath}:uuid/read/`]: withTicket,
  [`POST ${ticketsPath}:uuid/rating/`]: async (t) => {
    const { who, params } = await withTicket(t);
    await updateTicket(t, await newStaff(t, 'support'), params.uuid, { status: 'resolved' });
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
    who: await newCustomer(t),
    raw: await createForm('file', png, 'screenshot.png'),
  }),
  [`POST ${inboundPath}`]: async (t) => {
    const who = await newCustomer(t);
    const { number } = await createTicket(t, who);
    const to = createReplyAddress(t.areas.support, { number, accountId: who.accountId })!;
    const content = composeMail({ from: who.email, to, body: 'A blank page.' });
    const signature = signInbound(inboundSecret, content, t.clock.now());
    const headers = { 'content-type': 'message/rfc822', [inboundSignatureHeader]: signature };
    return { who: null, raw: { content, headers } };
  },
  'POST /apix/admin/unattached-mails/:id/handle/': async (t) => {
    const from = `${uniqueName()}@example.net`;
    const mail = composeMail({ from, to: 'hello@example.com', body: 'Hi' });
    await deliverInboundMail(t, mail);
    const { id } = await t.kernel.database.write
      .selectFrom('inbound_mail')
      .select('id')
      .where('sender', '=', from.toLowerCase())
      .executeTakeFirstOrThrow();
    return { who: await newStaff(t, 'support'), params: { id }, body: { as: 'dismissed' } };
  },
  [`POST ${canned}`]: async (t) => ({
    who: await newStaff(t, 'support'),
    body: { title: uniqueName(), text: 'Hello there' },
  }),
  [`PATCH ${canned}:id/`]: async (t) => ({ ...(await withCannedReply(t)), body: { text: 'Hi' } }),
  [`DELETE ${canned}:id/`]: withCannedReply,
};
