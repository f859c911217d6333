// Tells senders that their mail did not arrive, once a day for each reason. Only where they wrote to
// a genuine reply address, and never in answer to a machine.
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatBytes } from '#lib/format.ts';
import { type InboundOutcome, mailBytesMax } from '../../wire/inbound-mail.constants.ts';
import type { Support } from '../context.ts';

const reasons: Partial<Record<InboundOutcome, (address: string) => string>> = {
  foreign_sender: (address) =>
    `It came from ${address}, which is not the address of the account that this conversation belongs to. Send it from that address, or write on the page of the ticket.`,
  empty: () =>
    'We found no new text and no file in it. If you wrote something, please send it again without the quoted mail, or write on the page of the ticket.',
  encrypted: () =>
    'It is encrypted, and we have no key to read it. Send it again without encryption; a signature is no problem.',
  too_large: () =>
    `It is larger than ${formatBytes(mailBytesMax)}. Send large files on the page of the ticket, or a link to them.`,
  too_many_tickets: () =>
    'The ticket is closed, and your account has opened the most tickets that are possible in a day. Write tomorrow, or answer in a ticket that is open.',
};

export const isNoticed = (outcome: InboundOutcome): boolean => outcome in reasons;

export async function sendMailNotice(
  { kernel }: Support,
  tx: Tx,
  {
    outcome,
    to,
    subject,
    ticketId,
  }: {
    outcome: InboundOutcome;
    to: string;
    subject: string;
    ticketId: string;
  },
): Promise<void> {
  const reason = reasons[outcome]!(to);
  const path = outcome === 'foreign_sender' ? '' : `/${ticketId}`;
  const href = `${kernel.config.SITE_URL}/dashboard/support${path}`;
  await kernel.mail.send(tx, {
    kind: 'support.not_received',
    to: { address: to },
    subject: `Not received: ${subject || 'your mail'}`,
    ...renderMail({
      siteName: site.name,
      preview: reason,
      heading: 'Your mail was not added to the conversation',
      body: [
        paragraph(reason),
        paragraph(
          outcome === 'too_large'
            ? 'Our support sees who sent it and its subject, and not its text.'
            : 'We keep your mail for 30 days, and our support can still read it.',
        ),
        linkButton('Open support', href),
      ],
      footer: 'You get this notice at most once a day.',
    }),
  });
}
