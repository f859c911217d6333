import type { z } from 'zod';
import { findAccount } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import {
  type LeadReplyWire,
  leadIsSpam,
  type replyToLead as replyToLeadContract,
} from '../wire/staff-leads.ts';
import { sendReply } from './emails/reply.ts';
import { parseLeadId, requireLead } from './lead-access.ts';
import { listFiles } from './lead-file-store.ts';
import { serializeFile } from './lead-files.ts';
import { lockLead } from './lead-store.ts';
import { type ChangeContext, changeLead, readLead } from './manage-leads.ts';
import { insertReply, listReplies } from './reply-store.ts';

type ReplyInput = z.output<(typeof replyToLeadContract)['body']>;

export async function readStaffLead(
  kernel: Kernel,
  db: Db,
  { actor }: Pick<ChangeContext, 'actor'>,
  id: string,
) {
  const lead = await readLead(kernel, db, actor, id);
  const files = await listFiles(db, [lead.id]);
  const replies = await listReplies(db, lead.id);
  return { lead, files: files.map(serializeFile), replies: replies.map(serializeReply) };
}

type ReplyRow = Awaited<ReturnType<typeof listReplies>>[number];
const serializeReply = ({ id, by, subject, body, created_at }: ReplyRow): LeadReplyWire => ({
  id,
  by,
  subject,
  body,
  created_at: created_at.toISOString(),
});

/** Queues the mail, stores a copy and updates the status in one transaction. */
export async function replyToLead(
  kernel: Kernel,
  tx: Tx,
  by: ChangeContext,
  id: string,
  { subject, body }: ReplyInput,
): Promise<LeadReplyWire> {
  const now = kernel.clock.now();
  const lead = requireLead(await lockLead(tx, parseLeadId(id)));
  if (lead.is_spam) throw apiError(leadIsSpam);
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
  return serializeReply({ ...row, by: staff.email });
}
