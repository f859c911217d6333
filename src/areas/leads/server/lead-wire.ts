import type { LeadWire } from '../contract.ts';
import { statusLabels } from '../lead-status.ts';
import { replyDueAt } from './lead-states.ts';
import type { LeadRow } from './store.ts';

/** With `staff` the fields that only staff are shown. */
export const leadToWire = (
  row: LeadRow,
  staff?: { now: Date; duplicates: number[] },
): LeadWire => ({
  id: row.id,
  user: row.account_id,
  name: row.name,
  email: row.email,
  is_company: row.is_company,
  company: row.company,
  company_site: row.company_site,
  contact_type: row.contact_type,
  contact_value: row.contact_value,
  subject: row.subject,
  message: row.message,
  extra: row.extra as Record<string, unknown>,
  site_url: row.site_url,
  status: row.status,
  status_display: statusLabels[row.status],
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  ...(staff && staffFields(row, staff)),
});

function staffFields(row: LeadRow, { now, duplicates }: { now: Date; duplicates: number[] }) {
  const dueAt = replyDueAt(row.created_at);
  const awaitsReply =
    row.status === 'new' && !row.replied_at && !row.is_spam && row.duplicate_of === null;
  return {
    ip_address: row.ip,
    user_agent: row.user_agent,
    admin_notes: row.admin_notes,
    assigned_to: row.assigned_to,
    is_spam: row.is_spam,
    spam_reason: row.spam_reason,
    duplicate_of: row.duplicate_of,
    duplicates,
    reply_due_at: dueAt.toISOString(),
    replied_at: row.replied_at?.toISOString() ?? null,
    is_overdue: awaitsReply && dueAt < now,
  };
}
