// Versions of rule sets as staff see them, and who did what with them.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { CustomsRuleSet, CustomsRuleSetEvent } from '#kernel/database/schema.d.ts';
import { countRows } from '#kernel/http/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';

export type VersionRow = Selectable<CustomsRuleSet>;
export type EventRow = Selectable<CustomsRuleSetEvent>;

export type VersionFilter = {
  status?: string | undefined;
  kind?: string | undefined;
  search?: string | undefined;
};

const columns = [
  ...(['id', 'set_id', 'version', 'kind', 'status', 'digest', 'drafted_by'] as const),
  ...(['reviewed_by', 'created_at', 'published_at'] as const),
] as const;

/** What a list shows of the rules, without all of them. */
const headline = sql<{
  title: string;
  effective_from: string;
  effective_to: string | null;
  review_by: string;
}>`jsonb_build_object('title', body -> 'title', 'effective_from', body -> 'effective_from',
  'effective_to', body -> 'effective_to', 'review_by', body -> 'review_by')`;

export async function listVersions(db: Db, filter: VersionFilter, page: PageRequest) {
  let query = db.selectFrom('customs_rule_set');
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.kind) query = query.where('kind', '=', filter.kind);
  if (filter.search?.trim()) {
    const pattern = `%${filter.search.trim().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(
      sql<boolean>`(set_id ilike ${pattern} or body ->> 'title' ilike ${pattern})`,
    );
  }
  const rows = await query
    .select([...columns, headline.as('body')])
    .orderBy('id', 'desc')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
  return { rows, total: await countRows(db, query) };
}

export const findVersion = (db: Db, id: number): Promise<VersionRow | undefined> =>
  db.selectFrom('customs_rule_set').selectAll().where('id', '=', id).executeTakeFirst();

export const lockVersion = (tx: Tx, id: number): Promise<VersionRow | undefined> =>
  tx.selectFrom('customs_rule_set').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const insertVersion = (
  tx: Tx,
  values: Insertable<CustomsRuleSet>,
): Promise<VersionRow | undefined> =>
  tx
    .insertInto('customs_rule_set')
    .values(values)
    .onConflict((conflict) => conflict.columns(['set_id', 'version']).doNothing())
    .returningAll()
    .executeTakeFirst();

export const updateVersion = (
  tx: Tx,
  id: number,
  values: Updateable<CustomsRuleSet>,
): Promise<VersionRow> =>
  tx
    .updateTable('customs_rule_set')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Zero for a set that nobody knows yet. */
export async function lastVersionOf(db: Db, setId: string): Promise<number> {
  const found = await db
    .selectFrom('customs_rule_set')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('set_id', '=', setId)
    .executeTakeFirst();
  return found?.version ?? 0;
}

export async function insertEvent(tx: Tx, event: Insertable<CustomsRuleSetEvent>): Promise<void> {
  await tx.insertInto('customs_rule_set_event').values(event).execute();
}

export const listEvents = (db: Db, ruleSetId: number): Promise<EventRow[]> =>
  db
    .selectFrom('customs_rule_set_event')
    .selectAll()
    .where('rule_set_id', '=', ruleSetId)
    .orderBy('id')
    .execute();

/** One publication at a time: what it may stand beside must not change meanwhile. */
export async function lockPublishing(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('customs.publish'))`.execute(tx);
}
