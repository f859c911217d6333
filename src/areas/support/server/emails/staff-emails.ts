// E-mails about what customers write: to the assignee of the ticket, or to the whole support team.
import { alertAddresses, findAccount, listPeopleByRole } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { ticketCategoryLabels, ticketPriorityLabels } from '../../wire/tickets.constants.ts';
import { listAttachments } from '../attachments/attachment-store.ts';
import type { Support } from '../context.ts';
import { createReplyAddress } from '../inbound/reply-addresses.ts';
import type { MessageRow } from '../messages/message-store.ts';
import type { TicketRow } from '../tickets/ticket-store.ts';
import { emailSubject, emailThread } from './email-thread.ts';
import { formatAttachedFiles, messageParagraphs } from './message-lines.ts';

const answerNote = 'Your answer to this mail goes to the customer.';

export async function sendStaffEmails(
  support: Support,
  tx: Tx,
  ticket: TicketRow,
  message: MessageRow,
): Promise<void> {
  const { config, mail } = support.kernel;
  const customer = await findAccount(tx, ticket.account_id);
  const files = await listAttachments(tx, [message.id]);
  const heading = ticket.messages_count > 1 ? 'A customer wrote' : 'New ticket';
  const body = [
    facts([
      ['Ticket', `#${ticket.number}`],
      ['From', customer?.email ?? ''],
      ['Category', ticketCategoryLabels[ticket.category]],
      ['Priority', ticketPriorityLabels[ticket.priority]],
      ...(ticket.related_label ? [['About', ticket.related_label] as const] : []),
    ]),
    ...messageParagraphs(message.body),
    files.length > 0 && paragraph(formatAttachedFiles(files.length)),
    linkButton('Open the ticket', `${config.SITE_URL}/admin/tickets/${ticket.id}`),
  ];
  const preview = message.body.slice(0, 120);
  const content = { siteName: site.name, preview, heading, body };
  const thread = await emailThread(support, tx, ticket, 'staff');
  for (const [address, accountId] of await findRecipients(support, tx, ticket)) {
    const replyTo =
      accountId === null ? null : createReplyAddress(support, { number: ticket.number, accountId });
    await mail.send(tx, {
      kind: 'support.message',
      to: { address },
      ...(replyTo && { replyTo }),
      isTyped: true,
      subject: emailSubject(ticket),
      thread,
      ...renderMail(replyTo ? { ...content, footer: answerNote } : content),
    });
  }
}

/** Addresses with their account, or null for one that cannot answer by mail. Never the customer. */
async function findRecipients(
  { kernel }: Support,
  tx: Tx,
  ticket: TicketRow,
): Promise<Map<string, number | null>> {
  const team = await listPeopleByRole(tx, ['support']);
  const others = team.filter(({ id }) => id !== ticket.account_id);
  const assigned = others.filter(({ id }) => id === ticket.assigned_to);
  if (assigned.length > 0) return new Map(assigned.map(({ id, email }) => [email, id]));
  const always = alertAddresses(kernel.config);
  const own = team.find(({ id }) => id === ticket.account_id)?.email;
  return new Map<string, number | null>([
    ...always.filter((email) => email !== own).map((email) => [email, null] as const),
    ...others.map(({ id, email }) => [email, id] as const),
  ]);
}
