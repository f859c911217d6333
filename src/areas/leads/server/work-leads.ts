// What sales does with leads beside changing one: answers, and changes to several.
import type { z } from 'zod';
import { findAccount, listPeopleByRole } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit.ts';
import { apiError, toErrorResponse } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { LeadReplyWire, LeadWire } from '../contract.ts';
import * as contract from '../contract.ts';
import { sendReply } from './emails/reply.ts';
import { type By, changeLead, type LeadChanges, readId, readLead } from './manage-leads.ts';
import { insertReply, listReplies } from './reply-store.ts';
import * as store from './store.ts';

type Reply = z.output<(typeof contract.replyToLead)['body']>;
type BulkChange = z.output<(typeof contract.changeLeads)['body']>;

export async function readStaffLead(
  kernel: Kernel,
  db: Db,
  { actor }: Pick<By, 'actor'>,
  id: string,
) {
  const lead = await readLead(kernel, db, actor, id);
  const replies = await listReplies(db, lead.id);
  return { lead, replies: replies.map(replyToWire) };
}

type ReplyRow = Awaited<ReturnType<typeof listReplies>>[number];
const replyToWire = ({ id, by, subject, body, created_at }: ReplyRow): LeadReplyWire => ({
  id,
  by,
  subject,
  body,
  created_at: created_at.toISOString(),
});

export async function listAssignees(db: Db) {
  const people = await listPeopleByRole(db, ['sales']);
  return people.map(({ id, email }) => ({ id, email }));
}

/** The mail, its copy beside the lead, and the stop of the reply clock are one transaction. */
export async function replyToLead(
  kernel: Kernel,
  tx: Tx,
  by: By,
  id: string,
  { subject, body }: Reply,
): Promise<LeadReplyWire> {
  const now = kernel.clock.now();
  const lead = await store.findLeadToChange(tx, readId(id));
  if (!lead) throw apiError(commonErrors.notFound);
  if (lead.is_spam) throw apiError(contract.leadIsSpam);
  const staff = (await findAccount(tx, by.actor.accountId))!;
  const row = {
    id: createId(now),
    lead_id: lead.id,
    account_id: staff.id,
    subject,
    body,
    created_at: now,
  };
  await insertReply(tx, row);
  await sendReply(kernel, tx, lead, { subject, text: body, from: staff.email });
  const isFirst = lead.status === 'new';
  await changeLead(tx, by, {
    id,
    changes: {
      ...(isFirst && { status: 'contacted' as const }),
      ...(lead.assigned_to === null && { assigned_to: staff.id }),
    },
    now,
  });
  return replyToWire({ ...row, by: staff.email });
}

/** Several leads are one line of the audit log, with before and after of each. */
function auditTogether({ actor, audit }: By, leads: readonly number[]): By {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const note: Audit['note'] = (tx, change) => {
    before[change.id] = change.before;
    after[change.id] = change.after;
    return audit.note(tx, { type: 'lead', id: leads.join(','), before, after });
  };
  return { actor, audit: { note } };
}

/** Each lead is a unit of its own: what one refuses is told beside those that changed. */
export async function changeLeads(kernel: Kernel, by: By, { leads, ...changes }: BulkChange) {
  const together = auditTogether(by, leads);
  const refused: { id: number; message: string }[] = [];
  for (const id of new Set(leads)) {
    try {
      await changeOne(kernel, together, id, changes);
    } catch (error) {
      const reply = toErrorResponse(error);
      if (!reply) throw error;
      refused.push({ id, message: wordsOf(reply.body) });
    }
  }
  return { changed: new Set(leads).size - refused.length, refused };
}

const changeOne = (kernel: Kernel, by: By, id: number, changes: Omit<BulkChange, 'leads'>) =>
  kernel.work.write((tx) =>
    changeLead(tx, by, { id: String(id), changes, now: kernel.clock.now() }),
  );

/** The first message of an error's body. */
function wordsOf(body: Record<string, unknown>): string {
  const [first] = Object.values(body);
  return String(Array.isArray(first) ? first[0] : first);
}

/** All or none: a set of duplicates is one decision. */
export async function mergeLeads(
  { clock }: Kernel,
  tx: Tx,
  by: By,
  { into, leads }: { into: number; leads: readonly number[] },
): Promise<LeadWire> {
  const others = [...new Set(leads)].filter((id) => id !== into);
  const together = auditTogether(by, [into, ...others]);
  const now = clock.now();
  const change = (id: number, changes: LeadChanges) =>
    changeLead(tx, together, { id: String(id), changes, now });
  for (const id of others) await change(id, { duplicate_of: into });
  return change(into, {});
}
