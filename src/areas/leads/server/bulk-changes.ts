// Changes to several leads at once.
import type { z } from 'zod';
import type { Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { toErrorResponse } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { LeadWire } from '../wire/leads.ts';
import type { changeLeads as changeLeadsContract } from '../wire/staff-leads.ts';
import { type ChangeContext, changeLead, type LeadChanges } from './manage-leads.ts';

type BulkChange = z.output<(typeof changeLeadsContract)['body']>;

/** Records the changes of several leads in one audit entry. */
function createBatchContext(
  { actor, audit }: ChangeContext,
  leads: readonly number[],
): ChangeContext {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const record: Audit['record'] = (tx, change) => {
    before[change.id] = change.before;
    after[change.id] = change.after;
    return audit.record(tx, { type: 'lead', id: leads.join(','), before, after });
  };
  return { actor, audit: { record } };
}

/** Each lead has its own transaction; the response lists those that failed. */
export async function changeLeads(
  kernel: Kernel,
  context: ChangeContext,
  { leads, ...changes }: BulkChange,
) {
  const batch = createBatchContext(context, leads);
  const refused: { id: number; message: string }[] = [];
  for (const id of new Set(leads)) {
    try {
      await changeOne(kernel, batch, id, changes);
    } catch (error) {
      const reply = toErrorResponse(error);
      if (!reply) throw error;
      refused.push({ id, message: firstMessage(reply.body) });
    }
  }
  return { changed: new Set(leads).size - refused.length, refused };
}

const changeOne = (
  kernel: Kernel,
  context: ChangeContext,
  id: number,
  changes: Omit<BulkChange, 'leads'>,
) =>
  kernel.work.write((tx) =>
    changeLead(tx, context, { id: String(id), changes, now: kernel.clock.now() }),
  );

/** The first message of an error's body. */
function firstMessage(body: Record<string, unknown>): string {
  const [first] = Object.values(body);
  return String(Array.isArray(first) ? first[0] : first);
}

/** All or none, in one transaction. */
export async function mergeLeads(
  { clock }: Kernel,
  tx: Tx,
  context: ChangeContext,
  { into, leads }: { into: number; leads: readonly number[] },
): Promise<LeadWire> {
  const others = [...new Set(leads)].filter((id) => id !== into);
  const batch = createBatchContext(context, [into, ...others]);
  const now = clock.now();
  const change = (id: number, changes: LeadChanges) =>
    changeLead(tx, batch, { id: String(id), changes, now });
  for (const id of others) await change(id, { duplicate_of: into });
  return change(into, {});
}
