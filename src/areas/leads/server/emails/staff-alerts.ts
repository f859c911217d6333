import { mailStaff } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatUtcDateTime } from '#lib/format.ts';
import { contactTypeLabels, replyHours } from '../../wire/leads.constants.ts';
import type { LeadRow } from '../lead-store.ts';
import { computeReplyDueAt, reminderHoursBefore } from '../reply-deadline.ts';

const subjectNameMax = 80;
const remindedLinesMax = 50;

export async function sendLeadAlert(
  kernel: Kernel,
  tx: Tx,
  lead: LeadRow,
  files: readonly { name: string }[],
): Promise<void> {
  const heading = 'New inquiry';
  const due = formatUtcDateTime(computeReplyDueAt(lead.created_at));
  const body = [
    facts(describeLead(lead, { files, due })),
    lead.message
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(paragraph),
    linkButton('Open the lead', `${kernel.config.SITE_URL}/admin/leads/${lead.id}`),
  ];
  await mailStaff(kernel, tx, 'sales', {
    kind: 'leads.alert',
    replyTo: lead.email,
    isTyped: true,
    subject: `New inquiry from ${lead.name.slice(0, subjectNameMax)}`,
    ...renderMail({ siteName: site.name, preview: `Reply by ${due}`, heading, body }),
  });
}

export async function sendReplyReminder(kernel: Kernel, tx: Tx, leads: LeadRow[]): Promise<void> {
  const many = leads.length > 1;
  const heading = many ? `${leads.length} leads await a reply` : 'A lead awaits a reply';
  const lines = leads
    .slice(0, remindedLinesMax)
    .map(
      (lead) =>
        [
          `#${lead.id} ${lead.name.slice(0, subjectNameMax)}`,
          `reply by ${formatUtcDateTime(computeReplyDueAt(lead.created_at))}`,
        ] as const,
    );
  const body = [
    paragraph(
      `The contact page promises a reply within ${replyHours} hours. Less than ${reminderHoursBefore} of them are left.`,
    ),
    facts(lines),
    linkButton('Open the leads', `${kernel.config.SITE_URL}/admin/leads?status=new`),
  ];
  await mailStaff(kernel, tx, 'sales', {
    kind: 'leads.reminder',
    subject: heading,
    ...renderMail({ siteName: site.name, preview: heading, heading, body }),
  });
}

function describeLead(
  lead: LeadRow,
  { files, due }: { files: readonly { name: string }[]; due: string },
): [string, string][] {
  const method = contactTypeLabels[lead.contact_type];
  const rows: [string, string][] = [
    ['Name', lead.name],
    ['Email', lead.email],
    ['Company', [lead.company, lead.company_site].filter(Boolean).join(', ')],
    ['Prefers', [method, lead.contact_value].filter(Boolean).join(': ')],
    ['Subject', lead.subject],
    ['Files', files.map(({ name }) => name).join(', ')],
    ['Sent from', lead.site_url],
    ['Reply by', due],
  ];
  return rows.filter(([, value]) => value !== '');
}
