// Staff learn of what customers write: who has the ticket, or everybody in support.
import { createElement, Fragment } from 'react';
import { alertAddresses, findAccount, listPeopleByRole } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { facts, linkButton, paragraph, renderMail } from '#kernel/mail/layout.ts';
import { ticketCategoryLabels, ticketPriorityLabels } from '../../ticket-words.ts';
import { listAttachments } from '../attachment-store.ts';
import type { MessageRow } from '../message-store.ts';
import { replyAddressOf } from '../reply-addresses.ts';
import type { Support } from '../support.ts';
import type { TicketRow } from '../ticket-store.ts';
import { subjectOf, threadOf } from './mail-thread.ts';
import { fileWords, messageLines } from './message-lines.ts';

const answerNote = 'Your answer to this mail goes to the customer.';

export async function mailStaff(
  support: Support,
  tx: Tx,
  ticket: TicketRow,
  message: MessageRow,
): Promise<void> {
  const { config, mail } = support.kernel;
  const customer = await findAccount(tx, ticket.account_id);
  const files = await listAttachments(tx, [message.id]);
  const heading = ticket.messages_count > 1 ? 'A customer wrote' : 'New ticket';
  const body = createElement(
    Fragment,
    null,
    facts([
      ['Ticket', `#${ticket.number}`],
      ['From', customer?.email ?? ''],
      ['Category', ticketCategoryLabels[ticket.category]],
      ['Priority', ticketPriorityLabels[ticket.priority]],
      ...(ticket.related_label ? [['About', ticket.related_label] as const] : []),
    ]),
    ...messageLines(message.body),
    files.length > 0 && paragraph(fileWords(files.length)),
    linkButton('Open the ticket', `${config.SITE_URL}/admin/tickets/${ticket.id}`),
  );
  const preview = message.body.slice(0, 120);
  const content = { siteName: site.name, preview, heading, body };
  const thread = await threadOf(support, tx, ticket, 'staff');
  for (const [address, accountId] of await recipientsOf(support, tx, ticket)) {
    const replyTo =
      accountId === null ? null : replyAddressOf(support, { number: ticket.number, accountId });
    await mail.send(tx, {
      kind: 'support.message',
      to: { address },
      ...(replyTo && { replyTo }),
      subject: subjectOf(ticket),
      thread,
      ...(await renderMail(replyTo ? { ...content, footer: answerNote } : content)),
    });
  }
}

/** Addresses with their accounts; without one nobody can answer by mail. Never the customer's. */
async function recipientsOf(
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
