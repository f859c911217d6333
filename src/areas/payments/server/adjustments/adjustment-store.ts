import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Adjustment } from '#kernel/database/schema.d.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { adjustmentStatuses } from '../../wire/adjustments.ts';
import type { AdjustmentKind } from '../../wire/reviews.constants.ts';

export type AdjustmentRow = Selectable<Adjustment> & {
  kind: AdjustmentKind;
  status: (typeof adjustmentStatuses)[number];
  direction: 'credit' | 'debit' | null;
};

/** Undefined if a proposal about the same is already waiting for a decision. */
export const insertAdjustment = (
  db: Db,
  values: Insertable<Adjustment>,
): Promise<AdjustmentRow | undefined> =>
  db
    .insertInto('adjustment')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst() as Promise<AdjustmentRow | undefined>;

export const findAdjustment = (db: Db, id: string): Promise<AdjustmentRow | undefined> =>
  db.selectFrom('adjustment').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    AdjustmentRow | undefined
  >;

/** Locks the row until the transaction ends. */
export const lockAdjustment = (tx: Tx, id: string): Promise<AdjustmentRow | undefined> =>
  tx
    .selectFrom('adjustment')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<AdjustmentRow | undefined>;

export const updateAdjustment = (
  tx: Tx,
  id: string,
  values: Updateable<Adjustment>,
): Promise<AdjustmentRow> =>
  tx
    .updateTable('adjustment')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<AdjustmentRow>;

/** What approved credits have returned of a charge, as decimal text. */
export async function sumCredits(db: Db, chargeId: string): Promise<string> {
  const row = await db
    .selectFrom('adjustment')
    .select(({ fn }) => fn.sum<string>('amount').as('amount'))
    .where('charge_id', '=', chargeId)
    .where('status', '=', 'approved')
    .executeTakeFirst();
  return row?.amount ?? '0';
}

export type AdjustmentFilter = {
  status?: AdjustmentRow['status'] | undefined;
  kind?: AdjustmentRow['kind'] | undefined;
  user?: string | undefined;
  payment?: string | undefined;
};

function matchAdjustments(db: Db, filter: AdjustmentFilter) {
  let query = db.selectFrom('adjustment');
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.kind) query = query.where('kind', '=', filter.kind);
  if (filter.user) query = query.where('account_id', '=', Number(filter.user));
  if (filter.payment) query = query.where('payment_id', '=', filter.payment);
  return query;
}

/** Proposals that wait for a decision, the oldest first. */
export const listProposals = (db: Db, count: number): Promise<AdjustmentRow[]> =>
  db
    .selectFrom('adjustment')
    .selectAll()
    // A literal, not a parameter: only then does a generic plan match the partial index.
    .where(sql<boolean>`status = 'proposed'`)
    .orderBy('created_at')
    .limit(count)
    .execute() as Promise<AdjustmentRow[]>;

export const listProposalsOfMissed = async (
  db: Db,
  missedPeriodIds: readonly string[],
): Promise<AdjustmentRow[]> =>
  missedPeriodIds.length === 0
    ? []
    : ((await db
        .selectFrom('adjustment')
        .selectAll()
        .where('missed_period_id', 'in', missedPeriodIds)
        .where(sql<boolean>`status = 'proposed'`)
        .execute()) as AdjustmentRow[]);

/** Newest first, after `last`. */
export const listAdjustmentsAfter = (
  db: Db,
  filter: AdjustmentFilter,
  { last, count }: { last: AdjustmentRow | undefined; count: number },
): Promise<AdjustmentRow[]> =>
  matchAdjustments(db, filter)
    .selectAll()
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${last?.created_at}, ${last?.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute() as Promise<AdjustmentRow[]>;

export async function listAdjustments(db: Db, filter: AdjustmentFilter, page: PageRequest) {
  const query = matchAdjustments(db, filter);
  const sorted = query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$castTo<AdjustmentRow>();
  return readPage(db, sorted, page);
}
