// What staff do with leads, and what customers see of their own.
import type { z } from 'zod';
import { findAccount, listEmailsByRole } from '#areas/accounts/server/index.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { fail, InvalidInput } from '#server/http/errors.ts';
import { hasRole } from '#server/http/guard.ts';
import type { Kernel } from '#server/kernel.ts';
import type { Actor } from '#server/ports.ts';
import * as contract from '../contract.ts';
import { companyRequired } from '../lead-schema.ts';
import { canBecome, overdueBefore, saysReplied } from './lead-states.ts';
import { leadToWire } from './lead-wire.ts';
import * as store from './store.ts';
import { columnsOf, hashMessage } from './submit-lead.ts';

type ListQuery = z.output<(typeof contract.listLeads)['query']>;
type NewLead = z.output<(typeof contract.createLead)['body']>;
export type LeadChanges = z.output<(typeof contract.patchLead)['body']>;

const isSales = (actor: Actor) => hasRole(actor, 'sales');

/** Sales sees every lead; anybody else the ones sent while signed in, and no staff filter. */
export async function listLeads(
  { database, clock }: Kernel,
  actor: Actor,
  query: ListQuery,
  page: PageRequest,
) {
  const now = clock.now();
  const assignedTo = query.assigned_to === 'me' ? actor.accountId : query.assigned_to;
  const scope = isSales(actor)
    ? { isSpam: query.is_spam, assignedTo, isOverdue: query.overdue }
    : { accountId: actor.accountId };
  const filter: store.LeadFilter = {
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
  const { rows, total } = await store.listLeads(database.read, filter, page);
  return { results: await showLeads(database.read, actor, rows, now), total };
}

export async function readLead({ database, clock }: Kernel, actor: Actor, id: string) {
  const lead = await store.findLead(database.write, readId(id));
  return showLead(database.write, actor, admit(actor, lead), clock.now());
}

export async function createLead({ database, clock }: Kernel, actor: Actor, input: NewLead) {
  const now = clock.now();
  await checkAssignee(database.write, input.assigned_to);
  const lead = await store.insertLead(database.write, {
    ...columnsOf(input),
    message_hash: hashMessage(input.message),
    status: input.status,
    admin_notes: input.admin_notes,
    assigned_to: input.assigned_to,
    replied_at: saysReplied(input.status) ? now : null,
    created_at: now,
    updated_at: now,
  });
  return showLead(database.write, actor, lead, now);
}

/** Absent fields stay. Throws invalid_state for a status that the lead can't take. */
export function changeLead(
  { database, clock }: Kernel,
  actor: Actor,
  id: string,
  changes: LeadChanges,
) {
  return database.transaction(async (tx) => {
    const now = clock.now();
    const before = admit(actor, await store.findLeadToChange(tx, readId(id)));
    if (!isSales(actor)) throw fail(commonErrors.permissionDenied);
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
    return showLead(tx, actor, lead, now);
  });
}

/** The row stays for 30 days, in case it was a mistake. */
export async function deleteLead({ database, clock }: Kernel, actor: Actor, id: string) {
  await database.transaction(async (tx) => {
    const now = clock.now();
    const lead = admit(actor, await store.findLeadToChange(tx, readId(id)));
    if (!hasRole(actor, 'admin')) throw fail(commonErrors.permissionDenied);
    await store.updateLead(tx, lead.id, { deleted_at: now, updated_at: now });
  });
}

const spamColumns = (isSpam: boolean) => ({
  is_spam: isSpam,
  spam_reason: isSpam ? 'marked_by_staff' : '',
});

async function checkChanges(tx: Tx, before: store.LeadRow, changes: LeadChanges): Promise<void> {
  const current = before.status;
  if (changes.status && !canBecome(current, changes.status))
    throw fail(contract.invalidState, { current_status: current });
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

function readId(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > contract.leadIdMax) throw fail(commonErrors.notFound);
  return id;
}

/** A lead that somebody else sent does not exist for who is not of sales. */
function admit(actor: Actor, lead: store.LeadRow | undefined): store.LeadRow {
  if (!lead || !(isSales(actor) || lead.account_id === actor.accountId))
    throw fail(commonErrors.notFound);
  return lead;
}

async function showLead(db: Db, actor: Actor, lead: store.LeadRow, now: Date) {
  return (await showLeads(db, actor, [lead], now))[0]!;
}

async function showLeads(db: Db, actor: Actor, rows: store.LeadRow[], now: Date) {
  if (!isSales(actor)) return rows.map((row) => leadToWire(row));
  const duplicates = await store.listDuplicates(db, rows);
  return rows.map((row) => leadToWire(row, { now, duplicates: duplicates.get(row.id) ?? [] }));
}
