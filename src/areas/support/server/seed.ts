import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import { newTicketBody } from '../ticket-body.ts';
import * as replies from './canned-replies.ts';
import * as store from './canned-store.ts';
import { changeTicket, openTicket } from './manage-tickets.ts';
import { writeMessage } from './messages.ts';
import type { Support } from './support.ts';
import { countOf } from './ticket-store.ts';

const demoCustomer = 'demo@example.com';
const demoStaff = 'staff@example.com';

const demoTickets: readonly {
  body: object;
  answer?: string;
  note?: string;
  status?: 'resolved' | 'closed';
}[] = [
  {
    body: {
      subject: 'A vehicle calculation gives another duty than the customs office',
      message:
        'For a **2021 estate car, 1,968 cm3** the office says 5.2 % and the calculator says 5.5 %.\n\nWhich one holds?',
      category: 'technical',
    },
    answer:
      'Thank you for the figures. The rate changed on the first of the month:\n\n- until then 5.5 %\n- since then 5.2 %\n\nThe rule set with the new rate is live, please calculate again.',
    note: 'Checked against the gazette; the rule set was one day late.',
  },
  {
    body: {
      subject: 'Invoice with our tax number',
      message: 'Can the receipts carry it?',
      category: 'billing',
    },
    answer: 'Yes. Add it to your profile under company, and download the receipt again.',
    status: 'resolved',
  },
  {
    body: {
      subject: 'Key works locally and not on our server',
      message: 'It answers `api_key_ip_denied`. What do I have to change?',
      category: 'technical',
      priority: 'high',
    },
  },
];

const demoReplies = [
  {
    title: 'Ask for the request id',
    text: 'Please send the `X-Request-Id` of one call that failed: with it we find the call in a minute.',
  },
  {
    title: 'Where receipts are',
    text: 'Receipts are under **Wallet**, *All payments*, and then the payment: *Download receipt*.',
  },
];

/** A few tickets of the demo customer, and replies to begin with. Safe to repeat. */
export async function seedSupport(support: Support): Promise<void> {
  const { kernel } = support;
  const { work } = kernel;
  const customer = await work.read((db) => findAccountByEmail(db, demoCustomer));
  const staff = await work.read((db) => findAccountByEmail(db, demoStaff));
  if (!customer || !staff) return;
  const person = { status: 'active', via: 'session' } as const;
  const asStaff = { ...person, accountId: staff.id, roles: ['admin' as const] };
  const byStaff = { actor: asStaff, audit: { note: async () => undefined } };
  const asCustomer = { ...person, accountId: customer.id, roles: [] };
  const page = { page: 1, pageSize: 1, offset: 0 };
  const kept = await work.read((db) => store.listReplies(db, undefined, page));
  if (kept.rows.length === 0)
    for (const reply of demoReplies)
      await work.write((tx) => replies.createCannedReply(support, tx, byStaff, reply));
  const { open, unread } = await work.read((db) => countOf(db, customer.id));
  if (open + unread > 0) return;
  for (const { body, answer, note, status } of demoTickets) {
    const { uuid } = await openTicket(support, asCustomer, newTicketBody.parse(body));
    const write = (text: string, is_internal: boolean) =>
      work.write((tx) =>
        writeMessage(support, tx, byStaff, uuid, { text, is_internal, attachments: [] }),
      );
    if (note) await write(note, true);
    if (answer) await write(answer, false);
    if (status) await work.write((tx) => changeTicket(support, tx, byStaff, uuid, { status }));
  }
}
