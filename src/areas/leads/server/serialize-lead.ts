import type { Db } from '#kernel/database/database.ts';
import type { Actor } from '#kernel/ports.ts';
import { leadStatusLabels } from '../wire/leads.constants.ts';
import type { LeadWire } from '../wire/leads.ts';
import { isSales } from './lead-access.ts';
import { type LeadRow, listDuplicates } from './lead-store.ts';
import { computeReplyDueAt } from './reply-deadline.ts';

/** With `staff`, adds the fields for staff only. */
const serializeLead = (row: LeadRow, staff?: { now: Date; duplicates: number[] }): LeadWire => ({
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
  status_display: leadStatusLabels[row.status],
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  ...(staff && staffFields(row, staff)),
});

function staffFields(row: LeadRow, { now, duplicates }: { now: Date; duplicates: number[] }) {
  const dueAt = computeReplyDueAt(row.created_at);
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

/** Sales get the fields for staff too. */
export async function serializeLeadsFor(
  db: Db,
  actor: Actor,
  rows: readonly LeadRow[],
  now: Date,
): Promise<LeadWire[]> {
  if (!isSales(actor)) return rows.map((row) => serializeLead(row));
  const duplicates = await listDuplicates(db, rows);
  return rows.map((row) => serializeLead(row, { now, duplicates: duplicates.get(row.id) ?? [] }));
}

export const serializeOneFor = async (db: Db, actor: Actor, row: LeadRow, now: Date) =>
  (await serializeLeadsFor(db, actor, [row], now))[0]!;
