// Lists of leads for their senders and for sales, and the CSV export.
import type { z } from 'zod';
import { listPeopleByRole } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { streamRows } from '#kernel/http/responses/csv-response.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { leadStatusLabels } from '../wire/leads.constants.ts';
import type { LeadWire, listLeads as listLeadsContract } from '../wire/leads.ts';
import type { listStaffLeads as listStaffLeadsContract } from '../wire/staff-leads.ts';
import { isSales } from './lead-access.ts';
import { findLeads, type LeadFilter, listLeadRows, listLeadRowsAfter } from './lead-list-store.ts';
import type { LeadRow } from './lead-store.ts';
import { overdueCreatedBefore } from './reply-deadline.ts';
import { serializeLeadsFor } from './serialize-lead.ts';

type ListQuery = z.output<(typeof listLeadsContract)['query']>;
type StaffQuery = z.output<(typeof listStaffLeadsContract)['query']>;

/** Sales get every lead; others the ones they sent while signed in, without the staff filters. */
export async function listLeads(
  { clock }: Kernel,
  db: Db,
  actor: Actor,
  query: ListQuery,
  page: PageRequest,
) {
  const now = clock.now();
  const assignedTo = query.assigned_to === 'me' ? actor.accountId : query.assigned_to;
  const scope = isSales(actor)
    ? { isSpam: query.is_spam, assignedTo, isOverdue: query.overdue }
    : { accountId: actor.accountId };
  const filter: LeadFilter = {
    ...scope,
    status: query.status,
    contactType: query.contact_type,
    siteUrl: query.site_url,
    overdueBefore: overdueCreatedBefore(now),
    search: query.search,
    ordering: query.ordering,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
  };
  const { rows, total } = await listLeadRows(db, filter, page);
  return { rows: await serializeLeadsFor(db, actor, rows, now), total };
}

/** By id or words. Permission is checked by the caller. */
export async function searchLeads(db: Db, search: string, count: number) {
  const rows = await findLeads(db, search, count);
  return rows.map((row) => ({ ...row, status_display: leadStatusLabels[row.status] }));
}

/** Every lead; the guard admits sales only. */
export async function listStaffLeads(
  { clock }: Kernel,
  db: Db,
  actor: Actor,
  query: StaffQuery,
  page: PageRequest,
) {
  const now = clock.now();
  const { rows, total } = await listLeadRows(db, staffFilter(actor, query, now), page);
  return { rows: await serializeLeadsFor(db, actor, rows, now), total };
}

/** All leads that match the filters, newest first. */
export function streamStaffLeads(
  { clock }: Kernel,
  db: Db,
  actor: Actor,
  query: StaffQuery,
): AsyncGenerator<LeadWire> {
  const now = clock.now();
  const filter = staffFilter(actor, query, now);
  return streamRows<LeadRow, LeadWire>(
    (last, count) => listLeadRowsAfter(db, filter, { last, count }),
    (rows) => serializeLeadsFor(db, actor, rows, now),
  );
}

const staffFilter = (actor: Actor, query: StaffQuery, now: Date): LeadFilter => ({
  isSpam: query.is_spam,
  assignedTo: readAssignee(query.assigned_to, actor),
  isOverdue: query.overdue,
  status: query.status,
  contactType: query.contact_type,
  overdueBefore: overdueCreatedBefore(now),
  search: query.search,
  ordering: query.ordering,
  createdAfter: query.created_after,
  createdBefore: query.created_before,
});

function readAssignee(text: string | undefined, actor: Actor): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  return text === 'me' ? actor.accountId : Number(text);
}

export async function listAssignees(db: Db) {
  const people = await listPeopleByRole(db, ['sales']);
  return people.map(({ id, email }) => ({ id, email }));
}
