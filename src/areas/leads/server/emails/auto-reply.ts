import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { replyHours } from '../../wire/leads.constants.ts';
import type { LeadRow } from '../lead-store.ts';

/**
 * The address is not verified, so the mail must not contain any text of the sender: otherwise
 * strangers could send texts or links through us.
 */
export async function sendAutoReply({ mail }: Kernel, tx: Tx, lead: LeadRow): Promise<void> {
  const heading = 'We received your message';
  const greeting = greetingName(lead.name);
  const { booking, email } = site.contact;
  const body = [
    paragraph(greeting ? `Hello ${greeting},` : 'Hello,'),
    paragraph(
      `thank you for writing to ${site.name}. A person reads every message, and you will have an answer within ${replyHours} hours.`,
    ),
    booking.url && paragraph('If you would rather talk, pick a time that suits you:'),
    booking.url && linkButton(booking.label, booking.url),
    paragraph('You can reply to this mail to add something.'),
  ];
  const footer = `You get this mail because this address was entered in the contact form of ${site.name}. If that was not you, there is nothing to do.`;
  const preview = `You will have an answer within ${replyHours} hours.`;
  await mail.send(tx, {
    kind: 'leads.auto_reply',
    to: { address: lead.email, ...(greeting && { name: greeting }) },
    replyTo: email,
    subject: `${site.name}: ${heading.toLowerCase()}`,
    ...renderMail({ siteName: site.name, preview, heading, body, footer }),
  });
}

/** Null unless it is plainly a name: up to three words of letters, 40 characters. */
export function greetingName(name: string): string | null {
  const isName = /^\p{L}[\p{L}\p{M}'’-]*\.?( \p{L}[\p{L}\p{M}'’-]*\.?){0,2}$/u.test(name);
  return isName && name.length <= 40 ? name : null;
}
