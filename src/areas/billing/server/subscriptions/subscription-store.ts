import type { Insertable, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Subscription, SubscriptionCharge } from '#kernel/database/schema.d.ts';
import { countRows, paginate } from '#kernel/http/responses/pages.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import { liveStatuses, type SubscriptionStatus } from '../../wire/subscriptions.constants.ts';
import type { BillingPeriod } from '../../wire/tariffs.ts';
import type { DuePlace } from '../work-on-due.ts';

export type SubscriptionRow = Selectable<Subscription> & {
  status: SubscriptionStatus;
  billing_period: BillingPeriod;
  pending_billing_period: BillingPeriod | null;
};
type FoundSubscription = Promise<SubscriptionRow | undefined>;

export type SubscriptionFilter = {
  accountId: number;
  status?: SubscriptionStatus | undefined;
  tariff?: string | undefined;
  ordering?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
};

const orderable = {
  created_at: 'subscription.created_at',
  current_period_end: 'subscription.current_period_end',
  price: 'subscription.price',
} as const;

/** Null if the account already has a live subscription, from a concurrent process. */
export async function insertSubscription(
  tx: Tx,
  values: Insertable<Subscription>,
): Promise<SubscriptionRow | null> {
  const row = await tx
    .insertInto('subscription')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return (row as SubscriptionRow | undefined) ?? null;
}

export const updateSubscription = (
  tx: Db,
  id: string,
  values: Updateable<Subscription>,
): Promise<SubscriptionRow> =>
  tx
    .updateTable('subscription')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<SubscriptionRow>;

export const findSubscription = (db: Db, id: string): FoundSubscription =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst() as FoundSubscription;

/** Locks the row until the transaction ends. */
export const lockSubscription = (tx: Tx, id: string): FoundSubscription =>
  tx
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as FoundSubscription;

/** The same; undefined if another transaction has locked it. */
export const tryLockSubscription = (tx: Tx, id: string): FoundSubscription =>
  tx
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst() as FoundSubscription;

// Literals: a prepared statement with parameters could not use the partial index.
const liveWords = liveStatuses.map((status) => sql.lit(status));
const live = (db: Db, accountId: number) =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', 'in', liveWords);

export const findLive = (db: Db, accountId: number): FoundSubscription =>
  live(db, accountId).executeTakeFirst() as FoundSubscription;

export const lockLive = (tx: Tx, accountId: number): FoundSubscription =>
  live(tx, accountId).forUpdate().executeTakeFirst() as FoundSubscription;

/** When the account's first subscription was created; null if there was none. */
export async function findFirstCreatedAt(db: Db, accountId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('subscription')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function listSubscriptions(db: Db, filter: SubscriptionFilter, page: PageRequest) {
  const query = matchSubscriptions(db, filter);
  const order = readOrdering(filter.ordering, orderable, '-created_at');
  const rows = await paginate(query.selectAll('subscription'), order, page)
    .orderBy('subscription.id', 'desc')
    .execute();
  return { rows: rows as SubscriptionRow[], total: await countRows(db, query) };
}

function matchSubscriptions(db: Db, filter: SubscriptionFilter) {
  let query = db
    .selectFrom('subscription')
    .innerJoin('tariff', 'tariff.id', 'subscription.tariff_id')
    .where('subscription.account_id', '=', filter.accountId)
    .where('subscription.hidden_at', 'is', null);
  if (filter.status) query = query.where('subscription.status', '=', filter.status);
  if (filter.tariff) query = query.where('tariff.slug', '=', filter.tariff);
  if (filter.createdAfter)
    query = query.where('subscription.created_at', '>=', new Date(filter.createdAfter));
  if (filter.createdBefore)
    query = query.where('subscription.created_at', '<', new Date(filter.createdBefore));
  return query;
}

/** Those of these accounts that ever had a trial, including on hidden subscriptions. */
export async function listAccountsWithTrial(
  db: Db,
  accountIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('subscription')
    .select('account_id')
    .where('account_id', 'in', accountIds)
    .where('trial_ends_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

export const hadTrial = async (db: Db, accountId: number): Promise<boolean> =>
  (await listAccountsWithTrial(db, [accountId])).has(accountId);

/**
 * Subscriptions with work for the clock, longest due first: ends of periods, retries, and unpaid
 * starts and changes that time out. While a card is being charged, its payment decides. Attempts
 * and grace period are read from the row itself.
 */
export async function listDue(
  db: Db,
  now: Date,
  retryBefore: readonly Date[],
  after: DuePlace,
  limit: number,
): Promise<DuePlace[]> {
  const [second, third, over] = retryBefore as [Date, Date, Date];
  const page = (column: 'current_period_end' | 'past_due_at' | 'pending_until') =>
    sql`and (${sql.ref(column)}, id) > (${after.due}::timestamptz, ${after.id}::uuid)
      order by ${sql.ref(column)}, id limit ${limit}`;
  const { rows } = await sql<DuePlace>`
    select id, min(due)::text as due from (
      (select id, current_period_end as due from subscription
        where status in ('trialing', 'active') and current_period_end <= ${now}
          and renewal_payment_id is null
          ${page('current_period_end')})
      union all
      (select id, past_due_at from subscription
        where status = 'past_due' and renewal_payment_id is null and (past_due_at <= ${over}
          or (past_due_at <= ${second} and failed_charges < 2)
          or (past_due_at <= ${third} and failed_charges < 3))
          ${page('past_due_at')})
      union all
      (select id, pending_until from subscription
        where pending_until <= ${now} ${page('pending_until')})
    ) due group by id order by min(due), id limit ${limit}`.execute(db);
  return rows;
}

/** Trials and yearly periods that end soon and were not reminded of yet. */
export async function listToRemind(
  db: Db,
  { now, trialBefore, yearBefore }: { now: Date; trialBefore: Date; yearBefore: Date },
  after: DuePlace,
  limit: number,
): Promise<DuePlace[]> {
  const { rows } = await sql<DuePlace>`
    select id, current_period_end::text as due from subscription
    where status in ('trialing', 'active') and current_period_end > ${now}
      and not cancel_at_period_end and price > 0
      and reminded_for is distinct from current_period_end
      and ((status = 'trialing' and current_period_end <= ${trialBefore})
        or (status = 'active' and billing_period = 'yearly'
          and current_period_end <= ${yearBefore}))
      and (current_period_end, id) > (${after.due}::timestamptz, ${after.id}::uuid)
    order by current_period_end, id limit ${limit}`.execute(db);
  return rows;
}

/** Whose balance was not checked since the `first` or the `last` warning fell due. */
export async function listToCheck(
  db: Db,
  { now, first, last }: { now: Date; first: Date; last: Date },
  after: DuePlace,
  limit: number,
): Promise<DuePlace[]> {
  const passed = (bound: Date) =>
    sql`(current_period_end <= ${bound} and (balance_checked_at is null
      or balance_checked_at < current_period_end - (${bound}::timestamptz - ${now}::timestamptz)))`;
  const { rows } = await sql<DuePlace>`
    select id, current_period_end::text as due from subscription
    where status in ('trialing', 'active') and current_period_end > ${now}
      and not cancel_at_period_end and (price > 0 or pending_tariff_id is not null)
      and (${passed(last)} or ${passed(first)})
      and (current_period_end, id) > (${after.due}::timestamptz, ${after.id}::uuid)
    order by current_period_end, id limit ${limit}`.execute(db);
  return rows;
}

type Ends = { from: Date; to: Date };

export type ChargeRow = Selectable<SubscriptionCharge>;

/** Extends what was paid for when a period ends later. */
export const extendCharges = (tx: Tx, subscriptionId: string, { from, to }: Ends) =>
  tx
    .updateTable('subscription_charge')
    .set({ period_end: to })
    .where('subscription_id', '=', subscriptionId)
    .where('period_end', '=', from)
    .execute();

export const insertCharge = (tx: Tx, values: Insertable<SubscriptionCharge>) =>
  tx.insertInto('subscription_charge').values(values).execute();
