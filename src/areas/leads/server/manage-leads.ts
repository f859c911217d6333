// One lead: read, create, change, delete.
import type { z } from 'zod';
import { findAccount, listEmailsByRole } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import { canTransition } from '../wire/leads.constants.ts';
import { companyRequired } from '../wire/leads.form.ts';
import {
  type createLead as createLeadContract,
  invalidState,
  type LeadWire,
  type patchLead,
} from '../wire/leads.ts';
import { parseLeadId, requireLead, requireVisible } from './lead-access.ts';
import {
  findLead,
  insertLead,
  type LeadRow,
  lockLead,
  reassignDuplicates,
  updateLead,
} from './lead-store.ts';
import { countsAsReplied } from './reply-deadline.ts';
import { serializeOneFor } from './serialize-lead.ts';
import { hashMessage, toColumns } from './submit-lead.ts';

type NewLead = z.output<(typeof createLeadContract)['body']>;
export type LeadChanges = z.output<(typeof patchLead)['body']>;

/** The actor, and the audit entry of the call. */
export type ChangeContext = { actor: Actor; audit: Audit };

export async function readLead({ clock }: Kernel, db: Db, actor: Actor, id: string) {
  const lead = await findLead(db, parseLeadId(id));
  return serializeOneFor(db, actor, requireVisible(actor, lead), clock.now());
}

export async function createLead(
  { clock }: Kernel,
  tx: Tx,
  { actor, audit }: ChangeContext,
  input: NewLead,
): Promise<LeadWire> {
  const now = clock.now();
  await checkAssignee(tx, input.assigned_to);
  const lead = await insertLead(tx, {
    ...toColumns(input),
    message_hash: hashMessage(input.message),
    status: input.status,
    admin_notes: input.admin_notes,
    assigned_to: input.assigned_to,
    replied_at: countsAsReplied(input.status) ? now : null,
    created_at: now,
    updated_at: now,
  });
  await audit.record(tx, { type: 'lead', id: lead.id, after: pickTracking(lead) });
  return serializeOneFor(tx, actor, lead, now);
}

/** Absent fields stay unchanged. Throws invalid_state for a transition that is not allowed. */
export async function changeLead(
  tx: Tx,
  { actor, audit }: ChangeContext,
  { id, changes, now }: { id: string; changes: LeadChanges; now: Date },
): Promise<LeadWire> {
  const before = requireLead(await lockLead(tx, parseLeadId(id)));
  await checkChanges(tx, before, changes);
  const { isCompany, status, is_spam, ...plain } = changes;
  const isFirstReply = before.replied_at === null && status && countsAsReplied(status);
  const values = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined),
  );
  const lead = await updateLead(tx, before.id, {
    ...values,
    ...(isCompany !== undefined && { is_company: isCompany }),
    ...(changes.message !== undefined && { message_hash: hashMessage(changes.message) }),
    ...(status && { status }),
    ...(isFirstReply && { replied_at: now }),
    ...(is_spam !== undefined && is_spam !== before.is_spam && spamColumns(is_spam)),
    updated_at: now,
  });
  if (lead.duplicate_of !== null) await reassignDuplicates(tx, lead.id, lead.duplicate_of);
  await audit.record(tx, {
    type: 'lead',
    id: lead.id,
    before: pickTracking(before),
    after: pickTracking(lead),
  });
  return serializeOneFor(tx, actor, lead, now);
}

/** The fields that the audit log records. */
const pickTracking = ({ status, assigned_to, is_spam, duplicate_of, admin_notes }: LeadRow) => ({
  status,
  assigned_to,
  is_spam,
  duplicate_of,
  admin_notes,
});

/** The row is kept for 30 days, in case of a mistake. */
export async function deleteLead(
  { clock }: Kernel,
  tx: Tx,
  { audit }: Pick<ChangeContext, 'audit'>,
  id: string,
): Promise<void> {
  const now = clock.now();
  const lead = requireLead(await lockLead(tx, parseLeadId(id)));
  await updateLead(tx, lead.id, { deleted_at: now, updated_at: now });
  await audit.record(tx, { type: 'lead', id: lead.id, before: pickTracking(lead), after: null });
}

const spamColumns = (isSpam: boolean) => ({
  is_spam: isSpam,
  spam_reason: isSpam ? 'marked_by_staff' : '',
});

async function checkChanges(tx: Tx, before: LeadRow, changes: LeadChanges): Promise<void> {
  const current = before.status;
  if (changes.status && !canTransition(current, changes.status))
    throw apiError(invalidState, { current_status: current });
  const isCompany = changes.isCompany ?? before.is_company;
  const company = changes.company ?? before.company;
  const touchesCompany = changes.isCompany !== undefined || changes.company !== undefined;
  if (touchesCompany && isCompany && company === '')
    throw new InvalidInput({ company: [companyRequired] });
  if (changes.assigned_to !== before.assigned_to) await checkAssignee(tx, changes.assigned_to);
  if (changes.duplicate_of && changes.duplicate_of !== before.duplicate_of)
    await checkMerge(tx, before.id, changes.duplicate_of);
}

async function checkAssignee(db: Db, accountId: number | null | undefined): Promise<void> {
  if (accountId === null || accountId === undefined) return;
  const account = await findAccount(db, accountId);
  const sales = await listEmailsByRole(db, ['sales']);
  if (!account || !sales.includes(account.email))
    throw new InvalidInput({ assigned_to: ['Choose an account of the sales team.'] });
}

/** Merges are one level deep: no chains, no cycles. */
async function checkMerge(tx: Tx, id: number, into: number): Promise<void> {
  const target = into === id ? undefined : await lockLead(tx, into);
  if (!target || target.duplicate_of !== null)
    throw new InvalidInput({ duplicate_of: ['Choose another lead that is not merged itself.'] });
}
