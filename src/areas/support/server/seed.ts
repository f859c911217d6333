import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import { newTicketBody } from '../wire/tickets.ts';
import { createCannedReply } from './canned-replies/canned-replies.ts';
import { listCannedReplies } from './canned-replies/canned-reply-store.ts';
import type { Support } from './context.ts';
import { createMessage } from './messages/messages.ts';
import { createTicket, updateTicket } from './tickets/manage-tickets.ts';
import { countTickets } from './tickets/ticket-store.ts';

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
      subject: 'Excise on the BMW: five years or six?',
      message:
        'Our broker counts **six years** of age for this car, and the calculator counts five. It was built in May 2020.\n\nWhich one is right?',
      category: 'technical',
    },
    answer:
      'Five. Ukraine counts full calendar years, from the year after production:\n\n- 2021 is the first, and 2025 is the fifth\n- 2026 is not over, so it does not count\n\nThe line *Excise by engine and age* of your calculation shows the same years, with the source of the rule.',
    note: 'Checked against the test cases of the rule set.',
  },
  {
    body: {
      subject: 'Invoice with our tax number',
      message: 'Can the receipts carry it?',
      category: 'billing',
    },
    answer:
      'Yes, from now on: fill in the *Billing profile* under **Invoices**. Later invoices carry it. Tell us which earlier ones we should replace.',
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

/**
 * Tickets of the demo customer, the first of them about a calculation, and canned replies.
 * Idempotent.
 */
export async function seedSupport(support: Support, calculationId?: number): Promise<void> {
  const { kernel } = support;
  const { work } = kernel;
  const customer = await work.read((db) => findAccountByEmail(db, demoCustomer));
  const staff = await work.read((db) => findAccountByEmail(db, demoStaff));
  if (!customer || !staff) return;
  const person = { status: 'active', via: 'session' } as const;
  const staffActor = { ...person, accountId: staff.id, roles: ['admin' as const] };
  const staffContext = { actor: staffActor, audit: { record: async () => undefined } };
  const customerActor = { ...person, accountId: customer.id, roles: [] };
  const page = { page: 1, pageSize: 1, offset: 0 };
  const stored = await work.read((db) => listCannedReplies(db, undefined, page));
  if (stored.rows.length === 0)
    for (const reply of demoReplies)
      await work.write((tx) => createCannedReply(support, tx, staffContext, reply));
  const { open, unread } = await work.read((db) => countTickets(db, customer.id));
  if (open + unread > 0) return;
  for (const [at, { body, answer, note, status }] of demoTickets.entries()) {
    const related = at === 0 && calculationId ? { type: 'calculation', id: calculationId } : null;
    const ticket = newTicketBody.parse({ ...body, related });
    const { uuid } = await createTicket(support, customerActor, ticket);
    const write = (text: string, is_internal: boolean) =>
      work.write((tx) =>
        createMessage(support, tx, staffContext, uuid, { text, is_internal, attachments: [] }),
      );
    if (note) await write(note, true);
    if (answer) await write(answer, false);
    if (status) await work.write((tx) => updateTicket(support, tx, staffContext, uuid, { status }));
  }
}
