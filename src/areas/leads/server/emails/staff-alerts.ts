import { createElement, Fragment, type ReactNode } from 'react';
import { mailStaff } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { facts, linkButton, paragraph, renderMail } from '#kernel/mail/layout.ts';
import { contactTypeLabels } from '../../contact-types.ts';
import { replyDueAt } from '../lead-states.ts';
import type { LeadRow } from '../store.ts';

const subjectNameMax = 80;
const remindedLinesMax = 50;

const format = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const timeOf = (at: Date) => `${format.format(at)} UTC`;

export async function sendLeadAlert(kernel: Kernel, tx: Tx, lead: LeadRow): Promise<void> {
  const heading = 'New inquiry';
  const due = timeOf(replyDueAt(lead.created_at));
  const body = createElement(
    Fragment,
    null,
    facts(factsOf(lead, due)),
    lead.message
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(messageLine),
    linkButton('Open the lead', `${kernel.config.SITE_URL}/admin/leads/${lead.id}`),
  );
  await mailStaff(kernel, tx, 'sales', {
    kind: 'leads.alert',
    replyTo: lead.email,
    subject: `New inquiry from ${lead.name.slice(0, subjectNameMax)}`,
    ...(await renderMail({ siteName: site.name, preview: `Reply by ${due}`, heading, body })),
  });
}

export async function sendReplyReminder(kernel: Kernel, tx: Tx, leads: LeadRow[]): Promise<void> {
  const many = leads.length > 1;
  const heading = many ? `${leads.length} leads wait for a reply` : 'A lead waits for a reply';
  const lines = leads
    .slice(0, remindedLinesMax)
    .map(
      (lead) =>
        [
          `#${lead.id} ${lead.name.slice(0, subjectNameMax)}`,
          `reply by ${timeOf(replyDueAt(lead.created_at))}`,
        ] as const,
    );
  const body = createElement(
    Fragment,
    null,
    paragraph(
      'The contact page promises a reply within 24 hours. Less than four of them are left.',
    ),
    facts(lines),
    linkButton('Open the leads', `${kernel.config.SITE_URL}/admin/leads?status=new`),
  );
  await mailStaff(kernel, tx, 'sales', {
    kind: 'leads.reminder',
    subject: heading,
    ...(await renderMail({ siteName: site.name, preview: heading, heading, body })),
  });
}

function factsOf(lead: LeadRow, due: string): [string, string][] {
  const method = contactTypeLabels[lead.contact_type];
  const rows: [string, string][] = [
    ['Name', lead.name],
    ['Email', lead.email],
    ['Company', [lead.company, lead.company_site].filter(Boolean).join(', ')],
    ['Prefers', [method, lead.contact_value].filter(Boolean).join(': ')],
    ['Subject', lead.subject],
    ['Sent from', lead.site_url],
    ['Reply by', due],
  ];
  return rows.filter(([, value]) => value !== '');
}

const messageLine = (line: string, at: number): ReactNode =>
  createElement(Fragment, { key: at }, paragraph(line));
