// What a customer is told of a ticket while away from its page.
import { createElement, Fragment, type ReactNode } from 'react';
import { findAccount } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { linkButton, paragraph, renderMail } from '#kernel/mail/layout.ts';
import { reopenDays } from '../../ticket-words.ts';
import { listAttachments } from '../attachment-store.ts';
import type { MessageRow } from '../message-store.ts';
import { replyAddressOf } from '../reply-addresses.ts';
import type { Support } from '../support.ts';
import type { TicketRow } from '../ticket-store.ts';
import { subjectOf, threadOf } from './mail-thread.ts';
import { fileWords, messageLines } from './message-lines.ts';

export async function mailAnswer(
  support: Support,
  tx: Tx,
  ticket: TicketRow,
  message: MessageRow,
): Promise<void> {
  const files = await listAttachments(tx, [message.id]);
  await mailCustomer(support, tx, ticket, {
    kind: 'support.answer',
    heading: 'We answered you',
    preview: message.body.slice(0, 120),
    body: [...messageLines(message.body), files.length > 0 && paragraph(fileWords(files.length))],
    link: 'Open the conversation',
  });
}

export const mailResolved = (support: Support, tx: Tx, ticket: TicketRow): Promise<void> =>
  mailCustomer(support, tx, ticket, {
    kind: 'support.resolved',
    heading: 'Your ticket is resolved',
    preview: `Write within ${reopenDays} days to open it again.`,
    body: [
      paragraph(`We think that #${ticket.number}, "${ticket.subject}", is resolved.`),
      paragraph(
        `If it is not, write to us within ${reopenDays} days and it opens again. If it is, tell us how it was.`,
      ),
    ],
    link: 'Rate the answer',
  });

type CustomerMail = {
  kind: string;
  heading: string;
  preview: string;
  body: ReactNode[];
  link: string;
};

async function mailCustomer(
  support: Support,
  tx: Tx,
  ticket: TicketRow,
  { kind, heading, preview, body, link }: CustomerMail,
): Promise<void> {
  const { config, mail } = support.kernel;
  const account = await findAccount(tx, ticket.account_id);
  if (!account || account.status === 'deleted') return;
  const replyTo = replyAddressOf(support, { number: ticket.number, accountId: account.id });
  const href = `${config.SITE_URL}/dashboard/support/${ticket.id}`;
  const content = createElement(Fragment, null, ...body, linkButton(link, href));
  const footer = replyTo
    ? `Answer this mail or write on the page of the ticket: both reach ${site.name}.`
    : 'Answer on the page of the ticket: answers to this mail reach nobody.';
  await mail.send(tx, {
    kind,
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    ...(replyTo && { replyTo }),
    subject: subjectOf(ticket),
    thread: await threadOf(support, tx, ticket, 'customer'),
    ...(await renderMail({ siteName: site.name, preview, heading, body: content, footer })),
  });
}
