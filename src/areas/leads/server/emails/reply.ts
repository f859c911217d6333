import { createElement, Fragment } from 'react';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { paragraph, renderMail } from '#kernel/mail/layout.ts';
import type { LeadRow } from '../store.ts';
import { nameToGreet } from './auto-reply.ts';

/** What sales wrote, as it was written; answers go to whoever wrote it. */
export async function sendReply(
  { mail }: Kernel,
  tx: Tx,
  lead: LeadRow,
  { subject, text, from }: { subject: string; text: string; from: string },
): Promise<void> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const body = createElement(
    Fragment,
    null,
    lines.map((line, at) => createElement(Fragment, { key: at }, paragraph(line))),
  );
  const name = nameToGreet(lead.name);
  const preview = lines[0]?.slice(0, 120) ?? subject;
  await mail.send(tx, {
    kind: 'leads.reply',
    to: { address: lead.email, ...(name && { name }) },
    replyTo: from,
    subject,
    ...(await renderMail({ siteName: site.name, preview, heading: subject, body })),
  });
}
