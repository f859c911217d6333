// Versions of rule sets for staff, and the events of each.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { containing } from '#kernel/database/like-pattern.ts';
import type { CustomsRuleSet, CustomsRuleSetEvent } from '#kernel/database/schema.d.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import type {
  RuleSetAction,
  RuleSetStatus,
} from '../../wire/rule-sets/rule-set-versions.constants.ts';
import type { RuleSet } from '../engine/rules/rule-set.ts';

type DatabaseRow = Selectable<CustomsRuleSet>;
export type VersionRow = Omit<DatabaseRow, 'body' | 'kind' | 'status'> & {
  body: RuleSet;
  kind: ImportKind;
  status: RuleSetStatus;
};
export type EventRow = Omit<Selectable<CustomsRuleSetEvent>, 'action'> & {
  action: RuleSetAction;
};
/** What a list shows of the rules. */
export type Headline = Pick<RuleSet, 'title' | 'effective_from' | 'effective_to' | 'review_by'>;
export type HeadlineRow = Omit<VersionRow, 'body'> & { body: Headline };

/** The columns contain only values of these types. */
const typeRow = (row: DatabaseRow | undefined) => row as unknown as VersionRow | undefined;

export type VersionFilter = {
  status?: string | undefined;
  kind?: string | undefined;
  search?: string | undefined;
};

const columns = [
  ...(['id', 'set_id', 'version', 'kind', 'status', 'digest', 'drafted_by'] as const),
  ...(['reviewed_by', 'created_at', 'published_at'] as const),
] as const;

/** Not the whole body, which may be large. */
const headlineColumns = sql<Headline>`jsonb_build_object('title', body -> 'title', 'effective_from', body -> 'effective_from',
  'effective_to', body -> 'effective_to', 'review_by', body -> 'review_by')`;

export async function listVersions(db: Db, filter: VersionFilter, page: PageRequest) {
  let query = db.selectFrom('customs_rule_set');
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.kind) query = query.where('kind', '=', filter.kind);
  if (filter.search?.trim()) {
    const pattern = containing(filter.search);
    query = query.where(
      sql<boolean>`(set_id ilike ${pattern} or body ->> 'title' ilike ${pattern})`,
    );
  }
  const sorted = query
    .select([...columns, headlineColumns.as('body')])
    .orderBy('id', 'desc')
    .$castTo<HeadlineRow>();
  return readPage(db, sorted, page);
}

/** Of drafts and approved versions those that wait longest, by their last event. */
export async function listWaiting(db: Db, count: number) {
  const rows = await db
    .selectFrom('customs_rule_set as version')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('customs_rule_set_event')
          .select(({ fn }) => fn.max('created_at').as('since'))
          .whereRef('rule_set_id', '=', 'version.id')
          .as('event'),
      (join) => join.onTrue(),
    )
    .select([
      ...(['version.id', 'version.version', 'version.status', 'event.since'] as const),
      sql<string>`version.body ->> 'title'`.as('title'),
      sql<string>`version.body ->> 'effective_from'`.as('effective_from'),
    ])
    .where('version.status', 'in', ['draft', 'reviewed'])
    .where('event.since', 'is not', null)
    .orderBy('event.since')
    .limit(count)
    .execute();
  return rows as ((typeof rows)[number] & { status: 'draft' | 'reviewed'; since: Date })[];
}

const selectVersion = (db: Db, id: number) =>
  db.selectFrom('customs_rule_set').selectAll().where('id', '=', id);

export const findVersion = async (db: Db, id: number): Promise<VersionRow | undefined> =>
  typeRow(await selectVersion(db, id).executeTakeFirst());

export const lockVersion = async (tx: Tx, id: number): Promise<VersionRow | undefined> =>
  typeRow(await selectVersion(tx, id).forUpdate().executeTakeFirst());

/** Undefined if the version exists already. */
export const insertVersion = async (
  tx: Tx,
  values: Insertable<CustomsRuleSet>,
): Promise<VersionRow | undefined> =>
  typeRow(
    await tx
      .insertInto('customs_rule_set')
      .values(values)
      .onConflict((conflict) => conflict.columns(['set_id', 'version']).doNothing())
      .returningAll()
      .executeTakeFirst(),
  );

export const updateVersion = async (
  tx: Tx,
  id: number,
  values: Updateable<CustomsRuleSet>,
): Promise<VersionRow> =>
  typeRow(
    await tx
      .updateTable('customs_rule_set')
      .set(values)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )!;

/** Zero for a new set. */
export async function readLastVersion(db: Db, setId: string): Promise<number> {
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
    .execute() as Promise<EventRow[]>;

/** One publication at a time: the sets that it must not overlap must not change meanwhile. */
export async function lockPublishing(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('customs.publish'))`.execute(tx);
}
