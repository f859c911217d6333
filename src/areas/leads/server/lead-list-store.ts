// Search and lists of leads, and those that await a reply.
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { DB } from '#kernel/database/schema.d.ts';
import { countRows, withoutIndex } from '#kernel/http/responses/pages.ts';
import { toFullTextQuery } from '#lib/full-text-query.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import type { ContactType, LeadStatus } from '../wire/leads.constants.ts';
import type { LeadRow } from './lead-store.ts';

export type LeadFilter = {
  /** Only leads that this account sent. */
  accountId?: number;
  status?: LeadStatus | undefined;
  contactType?: ContactType | undefined;
  siteUrl?: string | undefined;
  isSpam?: boolean | undefined;
  /** Null: unassigned. */
  assignedTo?: number | null | undefined;
  /** Awaits a reply and was created before `overdueBefore`; or the opposite. */
  isOverdue?: boolean | undefined;
  overdueBefore: Date;
  search?: string | undefined;
  ordering?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
};

const isAwaitingReply = (eb: ExpressionBuilder<DB, 'lead'>) =>
  eb.and([
    eb('status', '=', 'new'),
    eb('replied_at', 'is', null),
    eb('is_spam', '=', false),
    eb('duplicate_of', 'is', null),
  ]);

const orderable = { created_at: 'created_at', status: 'status' } as const;

export async function listLeadRows(db: Db, filter: LeadFilter, { pageSize, offset }: PageRequest) {
  const query = filterLeads(db, filter);
  const total = await countRows(db, query);
  const isFew = filter.search !== undefined && !total.isEstimate;
  let ordered = query.selectAll();
  for (const { column, direction } of readOrdering(filter.ordering, orderable, '-created_at'))
    ordered = ordered.orderBy(isFew ? withoutIndex(column) : column, direction);
  // Matches the order of the indexes.
  const rows = await ordered
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(offset)
    .execute();
  return { rows: rows as LeadRow[], total };
}

/** Newest first, after `last`. */
export async function listLeadRowsAfter(
  db: Db,
  filter: LeadFilter,
  { last, count }: { last: LeadRow | undefined; count: number },
): Promise<LeadRow[]> {
  let query = filterLeads(db, filter).selectAll();
  if (last) query = query.where(sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id})`);
  const ordered = query.orderBy('created_at', 'desc').orderBy('id', 'desc');
  return (await ordered.limit(count).execute()) as LeadRow[];
}

/** Of a common word, this many leads are compared. */
const candidatesMax = 200;

/** The one with this id first, then by words, the newest first. */
export async function findLeads(db: Db, search: string, count: number): Promise<LeadRow[]> {
  const id = /^\d{1,9}$/.test(search) ? Number(search) : null;
  const candidates = sql`(select id from lead where id = ${id}) union all
    (select id from lead
      where search_vector @@ to_tsquery('simple', ${toFullTextQuery(search)})
        and deleted_at is null limit ${sql.lit(candidatesMax)})`;
  const rows = await db
    .selectFrom('lead')
    .selectAll()
    .where(sql<boolean>`id = any(array(${candidates}))`)
    .where('deleted_at', 'is', null)
    .orderBy(sql`id = ${id}`, (order) => order.desc().nullsLast())
    .orderBy('created_at', 'desc')
    .limit(count)
    .execute();
  return rows as LeadRow[];
}

function filterLeads(db: Db, filter: LeadFilter) {
  const exact = {
    account_id: filter.accountId,
    status: filter.status,
    contact_type: filter.contactType,
    site_url: filter.siteUrl,
    is_spam: filter.isSpam,
    assigned_to: filter.assignedTo ?? undefined,
  };
  let query = db.selectFrom('lead').where('deleted_at', 'is', null);
  for (const [column, value] of Object.entries(exact))
    if (value !== undefined) query = query.where(column as keyof typeof exact, '=', value);
  if (filter.assignedTo === null) query = query.where('assigned_to', 'is', null);
  if (filter.createdAfter) query = query.where('created_at', '>=', new Date(filter.createdAfter));
  if (filter.createdBefore) query = query.where('created_at', '<', new Date(filter.createdBefore));
  if (filter.isOverdue !== undefined) {
    const late = (eb: ExpressionBuilder<DB, 'lead'>) =>
      eb.and([isAwaitingReply(eb), eb('created_at', '<', filter.overdueBefore)]);
    query = query.where((eb) => (filter.isOverdue ? late(eb) : eb.not(late(eb))));
  }
  if (filter.search?.trim())
    query = query.where(
      sql<boolean>`search_vector @@ to_tsquery('simple', ${toFullTextQuery(filter.search)})`,
    );
  return query;
}

/** Leads that await a reply, the oldest first. */
export const listLeadsAwaitingReply = (db: Db, count: number): Promise<LeadRow[]> =>
  db
    .selectFrom('lead')
    .selectAll()
    .where(isAwaitingReply)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(count)
    .execute() as Promise<LeadRow[]>;

/** Leads that await a reply: all of them, the overdue and the unassigned. */
export async function countLeadsAwaitingReply(db: Db, overdueBefore: Date) {
  const row = await db
    .selectFrom('lead')
    .select(({ fn, eb }) => [
      fn.countAll<bigint>().as('due'),
      fn
        .countAll<bigint>()
        .filterWhere(eb('created_at', '<', overdueBefore))
        .as('overdue'),
      fn
        .countAll<bigint>()
        .filterWhere(eb('assigned_to', 'is', null))
        .as('unassigned'),
    ])
    .where(isAwaitingReply)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    due: Number(row.due),
    overdue: Number(row.overdue),
    unassigned: Number(row.unassigned),
  };
}

/** Marks and returns leads created before a time that await a reply and had no reminder. */
export const claimLeadsToRemind = (tx: Tx, before: Date, now: Date): Promise<LeadRow[]> =>
  tx
    .updateTable('lead')
    .set({ reminded_at: now })
    .where(isAwaitingReply)
    .where('deleted_at', 'is', null)
    .where('reminded_at', 'is', null)
    .where('created_at', '<', before)
    .returningAll()
    .execute() as Promise<LeadRow[]>;
