import { type Selectable, sql } from 'kysely';
import type { AuditSubject } from '#lib/audit-subjects.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { Db } from '../../database/database.ts';
import { containing } from '../../database/like-pattern.ts';
import type { AuditEntry, DB } from '../../database/schema.d.ts';
import { countRows } from '../responses/pages.ts';

export type AuditRow = Selectable<AuditEntry>;

export type NewAuditEntry = Pick<
  AuditRow,
  'id' | 'occurred_at' | 'account_id' | 'method' | 'path' | 'ip' | 'user_agent' | 'request_id'
> & { roles: readonly string[]; params: object; input: object | null };

/** Stores the account's current e-mail address with the entry. */
export async function insertEntry(db: Db, entry: NewAuditEntry): Promise<void> {
  const { roles, params, input, ...plain } = entry;
  await db
    .insertInto('audit_entry')
    .values((eb) => ({
      ...plain,
      roles: [...roles],
      params: JSON.stringify(params),
      input: input === null ? null : JSON.stringify(input),
      email: eb.selectFrom('account').select('email').where('id', '=', entry.account_id),
    }))
    .execute();
}

export type AuditChange = {
  type: AuditSubject;
  id: string | number;
  before?: object | null | undefined;
  after?: object | null | undefined;
};

export async function recordChange(db: Db, id: string, change: AuditChange): Promise<void> {
  const text = (value: object | null | undefined) => (value ? JSON.stringify(value) : null);
  await db
    .updateTable('audit_entry')
    .set({
      subject_type: change.type,
      subject_id: String(change.id),
      before: text(change.before),
      after: text(change.after),
    })
    .where('id', '=', id)
    .execute();
}

/** Whether the entry of a request names its subject. */
export async function hasSubject(db: Db, requestId: string): Promise<boolean> {
  const entry = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('request_id', '=', requestId)
    .where('subject_id', 'is not', null)
    .executeTakeFirst();
  return entry !== undefined;
}

export async function completeEntry(db: Db, id: string, status: number): Promise<void> {
  await db.updateTable('audit_entry').set({ status }).where('id', '=', id).execute();
}

export type AuditFilter = {
  accountId?: number | undefined;
  method?: string | undefined;
  subjectType?: string | undefined;
  subjectId?: string | undefined;
  search?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
};

function filterEntries(db: Db, filter: AuditFilter) {
  let query = db.selectFrom('audit_entry');
  if (filter.accountId !== undefined) query = query.where('account_id', '=', filter.accountId);
  if (filter.method) query = query.where('method', '=', filter.method);
  if (filter.subjectType) query = query.where('subject_type', '=', filter.subjectType);
  if (filter.subjectId) query = query.where('subject_id', '=', filter.subjectId);
  if (filter.createdAfter) query = query.where('occurred_at', '>=', new Date(filter.createdAfter));
  if (filter.createdBefore) query = query.where('occurred_at', '<', new Date(filter.createdBefore));
  if (filter.search?.trim()) {
    const pattern = containing(filter.search);
    const searched = ['email', 'path', 'request_id', 'subject_id'] as const;
    query = query.where((eb) => eb.or(searched.map((column) => eb(column, 'ilike', pattern))));
  }
  return query;
}

export async function listEntries(db: Db, filter: AuditFilter, { pageSize, offset }: PageRequest) {
  const query = filterEntries(db, filter);
  const rows = await query
    .selectAll()
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(offset)
    .execute();
  return { rows, total: await countRows<DB, 'audit_entry', object>(db, query) };
}

/** Newest first, after `last`. */
export async function listEntriesAfter(
  db: Db,
  filter: AuditFilter,
  { last, count }: { last: AuditRow | undefined; count: number },
): Promise<AuditRow[]> {
  let query = filterEntries(db, filter).selectAll();
  if (last)
    query = query.where(sql<boolean>`(occurred_at, id) < (${last.occurred_at}, ${last.id}::uuid)`);
  return query.orderBy('occurred_at', 'desc').orderBy('id', 'desc').limit(count).execute();
}
