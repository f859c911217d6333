// E-mails about a ticket to its customer.
import { findAccount } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { linkButton, type MailBody, paragraph } from '#kernel/mail/mail-content.ts';
import { reopenDays } from '../../wire/tickets.constants.ts';
import { listAttachments } from '../attachments/attachment-store.ts';
import type { Support } from '../context.ts';
import { createReplyAddress } from '../inbound/reply-addresses.ts';
import type { MessageRow } from '../messages/message-store.ts';
import type { TicketRow } from '../tickets/ticket-store.ts';
import { emailSubject, emailThread } from './email-thread.ts';
import { formatAttachedFiles, messageParagraphs } from './message-lines.ts';

export async function sendAnswerEmail(
  support: Support,
  tx: Tx,
  ticket: TicketRow,
  message: MessageRow,
): Promise<void> {
  const files = await listAttachments(tx, [message.id]);
  await sendToCustomer(support, tx, ticket, {
    kind: 'support.answer',
    isTyped: true,
    heading: 'We answered you',
    preview: message.body.slice(0, 120),
    body: [
      ...messageParagraphs(message.body),
      files.length > 0 && paragraph(formatAttachedFiles(files.length)),
    ],
    link: 'Open the conversation',
  });
}

export const sendResolvedEmail = (support: Support, tx: Tx, ticket: TicketRow): Promise<void> =>
  sendToCustomer(support, tx, ticket, {
    kind: 'support.resolved',
    heading: 'Your ticket is resolved',
    preview: `Write within ${reopenDays} days to open it again.`,
    body: [
      paragraph(`We think that #${ticket.number}, "${ticket.subject}", is resolved.`),
      paragraph(
        `If it is not, write to us within ${reopenDays} days and it opens again. If it is, please rate our answer.`,
      ),
    ],
    link: 'Rate the answer',
  });

/** Tells who wrote by mail that a ticket was opened for it: no page said so. */
export const sendReceivedEmail = (support: Support, tx: Tx, ticket: TicketRow): Promise<void> =>
  sendToCustomer(support, tx, ticket, {
    kind: 'support.received',
    heading: 'We received your mail',
    preview: `It is ticket #${ticket.number}.`,
    body: [
      paragraph(`We opened ticket #${ticket.number} for it, and a person will answer you.`),
      paragraph('To add something, answer this mail.'),
    ],
    link: 'Open the conversation',
  });

type CustomerEmail = {
  kind: string;
  isTyped?: boolean;
  heading: string;
  preview: string;
  body: MailBody[];
  link: string;
};

async function sendToCustomer(
  support: Support,
  tx: Tx,
  ticket: TicketRow,
  { heading, preview, body, link, ...kind }: CustomerEmail,
): Promise<void> {
  const { config, mail } = support.kernel;
  const account = await findAccount(tx, ticket.account_id);
  if (!account || account.status === 'deleted') return;
  const replyTo = createReplyAddress(support, { number: ticket.number, accountId: account.id });
  const href = `${config.SITE_URL}/dashboard/support/${ticket.id}`;
  const content = [...body, linkButton(link, href)];
  const footer = replyTo
    ? `Answer this mail, or write on the page of the ticket: both reach ${site.name}.`
    : 'Answer on the page of the ticket: answers to this mail are not read.';
  await mail.send(tx, {
    ...kind,
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    ...(replyTo && { replyTo }),
    subject: emailSubject(ticket),
    thread: await emailThread(support, tx, ticket, 'customer'),
    ...renderMail({ siteName: site.name, preview, heading, body: content, footer }),
  });
}
