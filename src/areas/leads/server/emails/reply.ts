import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { paragraph } from '#kernel/mail/mail-content.ts';
import type { LeadRow } from '../lead-store.ts';
import { greetingName } from './auto-reply.ts';

/** The reply as sales wrote it; answers to it go to its author. */
export async function sendReply(
  { mail }: Kernel,
  tx: Tx,
  lead: LeadRow,
  { subject, text, from }: { subject: string; text: string; from: string },
): Promise<void> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const body = lines.map(paragraph);
  const name = greetingName(lead.name);
  const preview = lines[0]?.slice(0, 120) ?? subject;
  await mail.send(tx, {
    kind: 'leads.reply',
    to: { address: lead.email, ...(name && { name }) },
    replyTo: from,
    isTyped: true,
    subject,
    ...renderMail({ siteName: site.name, preview, heading: subject, body }),
  });
}
