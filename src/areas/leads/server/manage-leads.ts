// What staff do with leads, and what customers see of their own.
import type { z } from 'zod';
import { findAccount, listEmailsByRole } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit.ts';
import { everyRow } from '#kernel/http/csv-answer.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { LeadWire } from '../contract.ts';
import * as contract from '../contract.ts';
import { companyRequired } from '../lead-schema.ts';
import { canBecome } from '../lead-status.ts';
import { overdueBefore, saysReplied } from './lead-states.ts';
import { leadToWire } from './lead-wire.ts';
import * as lists from './list-store.ts';
import * as store from './store.ts';
import { columnsOf, hashMessage } from './submit-lead.ts';

type ListQuery = z.output<(typeof contract.listLeads)['query']>;
type StaffQuery = z.output<(typeof contract.listStaffLeads)['query']>;
type NewLead = z.output<(typeof contract.createLead)['body']>;
export type LeadChanges = z.output<(typeof contract.patchLead)['body']>;

/** Who acts, and the line of the audit log that tells it. */
export type By = { actor: Actor; audit: Audit };

const isSales = (actor: Actor) => hasRole(actor, 'sales');

/** Sales sees every lead; anybody else the ones sent while signed in, and no staff filter. */
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
  const filter: lists.LeadFilter = {
    ...scope,
    status: query.status,
    contactType: query.contact_type,
    siteUrl: query.site_url,
    overdueBefore: overdueBefore(now),
    search: query.search,
    ordering: query.ordering,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
  };
  const { rows, total } = await lists.listLeads(db, filter, page);
  return { results: await showLeads(db, actor, rows, now), total };
}

/** Every lead, for sales alone: who else asks was refused before. */
export async function listStaffLeads(
  { clock }: Kernel,
  db: Db,
  actor: Actor,
  query: StaffQuery,
  page: PageRequest,
) {
  const now = clock.now();
  const { rows, total } = await lists.listLeads(db, staffFilter(actor, query, now), page);
  return { results: await showLeads(db, actor, rows, now), total };
}

/** All that the filters let through, newest first. */
export function streamStaffLeads(
  { clock }: Kernel,
  db: Db,
  actor: Actor,
  query: StaffQuery,
): AsyncGenerator<LeadWire> {
  const now = clock.now();
  const filter = staffFilter(actor, query, now);
  return everyRow<store.LeadRow, LeadWire>(
    (last, count) => lists.readLeads(db, filter, { last, count }),
    (rows) => showLeads(db, actor, rows, now),
  );
}

const staffFilter = (actor: Actor, query: StaffQuery, now: Date): lists.LeadFilter => ({
  isSpam: query.is_spam,
  assignedTo: readAssignee(query.assigned_to, actor),
  isOverdue: query.overdue,
  status: query.status,
  contactType: query.contact_type,
  overdueBefore: overdueBefore(now),
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

export async function readLead({ clock }: Kernel, db: Db, actor: Actor, id: string) {
  const lead = await store.findLead(db, readId(id));
  return showLead(db, actor, admit(actor, lead), clock.now());
}

export async function createLead(
  { clock }: Kernel,
  tx: Tx,
  { actor, audit }: By,
  input: NewLead,
): Promise<LeadWire> {
  const now = clock.now();
  await checkAssignee(tx, input.assigned_to);
  const lead = await store.insertLead(tx, {
    ...columnsOf(input),
    message_hash: hashMessage(input.message),
    status: input.status,
    admin_notes: input.admin_notes,
    assigned_to: input.assigned_to,
    replied_at: saysReplied(input.status) ? now : null,
    created_at: now,
    updated_at: now,
  });
  await audit.note(tx, { type: 'lead', id: lead.id, after: trackedOf(lead) });
  return showLead(tx, actor, lead, now);
}

/** Absent fields stay. Throws invalid_state for a status that the lead can't take. */
export async function changeLead(
  tx: Tx,
  { actor, audit }: By,
  { id, changes, now }: { id: string; changes: LeadChanges; now: Date },
): Promise<LeadWire> {
  const before = admit(actor, await store.findLeadToChange(tx, readId(id)));
  if (!isSales(actor)) throw apiError(commonErrors.permissionDenied);
  await checkChanges(tx, before, changes);
  const { isCompany, status, is_spam, ...plain } = changes;
  const isFirstReply = before.replied_at === null && status && saysReplied(status);
  const given = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined),
  );
  const lead = await store.updateLead(tx, before.id, {
    ...given,
    ...(isCompany !== undefined && { is_company: isCompany }),
    ...(changes.message !== undefined && { message_hash: hashMessage(changes.message) }),
    ...(status && { status }),
    ...(isFirstReply && { replied_at: now }),
    ...(is_spam !== undefined && is_spam !== before.is_spam && spamColumns(is_spam)),
    updated_at: now,
  });
  if (lead.duplicate_of !== null) await store.moveDuplicates(tx, lead.id, lead.duplicate_of);
  await audit.note(tx, {
    type: 'lead',
    id: lead.id,
    before: trackedOf(before),
    after: trackedOf(lead),
  });
  return showLead(tx, actor, lead, now);
}

/** What staff change about a lead, for the audit log. */
const trackedOf = ({ status, assigned_to, is_spam, duplicate_of, admin_notes }: store.LeadRow) => ({
  status,
  assigned_to,
  is_spam,
  duplicate_of,
  admin_notes,
});

/** The row stays for 30 days, in case it was a mistake. */
export async function deleteLead(
  { clock }: Kernel,
  tx: Tx,
  { actor, audit }: By,
  id: string,
): Promise<void> {
  const now = clock.now();
  const lead = admit(actor, await store.findLeadToChange(tx, readId(id)));
  if (!hasRole(actor, 'admin')) throw apiError(commonErrors.permissionDenied);
  await store.updateLead(tx, lead.id, { deleted_at: now, updated_at: now });
  await audit.note(tx, { type: 'lead', id: lead.id, before: trackedOf(lead), after: null });
}

const spamColumns = (isSpam: boolean) => ({
  is_spam: isSpam,
  spam_reason: isSpam ? 'marked_by_staff' : '',
});

async function checkChanges(tx: Tx, before: store.LeadRow, changes: LeadChanges): Promise<void> {
  const current = before.status;
  if (changes.status && !canBecome(current, changes.status))
    throw apiError(contract.invalidState, { current_status: current });
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

/** Merges are one level deep, so that no chain and no circle can come about. */
async function checkMerge(tx: Tx, id: number, into: number): Promise<void> {
  const target = into === id ? undefined : await store.findLeadToChange(tx, into);
  if (!target || target.duplicate_of !== null)
    throw new InvalidInput({ duplicate_of: ['Choose another lead that is not merged itself.'] });
}

export function readId(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > contract.leadIdMax) throw apiError(commonErrors.notFound);
  return id;
}

/** A lead that somebody else sent does not exist for who is not of sales. */
function admit(actor: Actor, lead: store.LeadRow | undefined): store.LeadRow {
  if (!lead || !(isSales(actor) || lead.account_id === actor.accountId))
    throw apiError(commonErrors.notFound);
  return lead;
}

async function showLead(db: Db, actor: Actor, lead: store.LeadRow, now: Date) {
  return (await showLeads(db, actor, [lead], now))[0]!;
}

async function showLeads(db: Db, actor: Actor, rows: readonly store.LeadRow[], now: Date) {
  if (!isSales(actor)) return rows.map((row) => leadToWire(row));
  const duplicates = await store.listDuplicates(db, rows);
  return rows.map((row) => leadToWire(row, { now, duplicates: duplicates.get(row.id) ?? [] }));
}
