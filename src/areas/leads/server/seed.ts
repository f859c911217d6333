import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { hourMs } from '#lib/durations.ts';
import { countLeads, insertLead } from './lead-store.ts';
import { hashMessage } from './submit-lead.ts';

const inquiries = [
  {
    hoursAgo: 2,
    status: 'new',
    name: 'Robin Sample',
    email: 'robin@example.com',
    subject: 'Customs duties in our shop',
    message: 'We ship to six countries and want to show duties at the checkout. Where do we begin?',
  },
  {
    hoursAgo: 21,
    status: 'new',
    name: 'Kim Placeholder',
    email: 'kim@example.com',
    subject: 'Transcripts of support calls',
    message:
      'About forty hours of English calls a week. Could the transcripts stay on our servers?',
  },
  {
    hoursAgo: 75,
    status: 'qualified',
    name: 'Sam Example',
    email: 'sam@example.com',
    subject: 'Replacing a billing system',
    message:
      'Our invoices come from three places. We need one ledger, and a way to move without a stop.',
  },
] as const;

/** Inquiries in several statuses. Idempotent. */
export const seedLeads = ({ work, clock }: Kernel): Promise<void> =>
  work.write((tx) => seedInto(tx, clock.now()));

async function seedInto(tx: Tx, now: Date): Promise<void> {
  if ((await countLeads(tx)) > 0) return;
  for (const { hoursAgo, ...inquiry } of inquiries) {
    const at = new Date(now.getTime() - hoursAgo * hourMs);
    await insertLead(tx, {
      ...inquiry,
      message_hash: hashMessage(inquiry.message),
      site_url: 'http://localhost:3000/company/contact',
      created_at: at,
      updated_at: at,
      replied_at: inquiry.status === 'new' ? null : new Date(at.getTime() + hourMs),
    });
  }
}
