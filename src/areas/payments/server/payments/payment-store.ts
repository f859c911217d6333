import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { containing } from '#kernel/database/like-pattern.ts';
import type { Payment } from '#kernel/database/schema.d.ts';
import { countRows, paginate } from '#kernel/http/responses/pages.ts';
import { dayMs } from '#lib/durations.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import {
  lateDays,
  type PaymentProblem,
  type PaymentProviderName,
  type PaymentStatus,
} from '../../wire/payments.constants.ts';

export type PaymentRow = Selectable<Payment> & {
  status: PaymentStatus;
  provider: PaymentProviderName;
  purpose: 'deposit' | 'subscription';
  problem: PaymentProblem | null;
};

export type PaymentFilter = {
  accountId: number;
  statuses?: readonly PaymentStatus[] | undefined;
  provider?: PaymentProviderName | undefined;
  currency?: string | undefined;
  payCurrency?: string | undefined;
  amountMin?: string | undefined;
  amountMax?: string | undefined;
  search?: string | undefined;
  ordering?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
};

const orderable = { created_at: 'created_at', amount: 'amount', expires_at: 'expires_at' } as const;
const openStatuses = ['pending', 'confirming', 'confirmed', 'partially_paid'] as const;

export const insertPayment = (db: Db, values: Insertable<Payment>): Promise<PaymentRow> =>
  db
    .insertInto('payment')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<PaymentRow>;

export const findPayment = (db: Db, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    PaymentRow | undefined
  >;

export const listPaymentsById = (db: Db, ids: readonly string[]): Promise<PaymentRow[]> =>
  db.selectFrom('payment').selectAll().where('id', 'in', ids).execute() as Promise<PaymentRow[]>;

/** Locks the row until the transaction ends. */
export const lockPayment = (tx: Tx, id: string): Promise<PaymentRow | undefined> =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<PaymentRow | undefined>;

/** The same, but undefined if the row is already locked. */
export const tryLockPayment = (tx: Tx, id: string): Promise<PaymentRow | undefined> =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst() as Promise<PaymentRow | undefined>;

export const updatePayment = (
  db: Db,
  id: string,
  values: Updateable<Payment>,
): Promise<PaymentRow> =>
  db
    .updateTable('payment')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<PaymentRow>;

export async function listPayments(db: Db, filter: PaymentFilter, page: PageRequest) {
  const query = matchPayments(db, filter);
  const order = readOrdering(filter.ordering, orderable, '-created_at');
  const rows = await paginate(query.selectAll(), order, page).orderBy('id', 'desc').execute();
  return { rows: rows as PaymentRow[], total: await countRows(db, query) };
}

/** Codes are in lower or upper case, and users type either. */
const listSpellings = (code: string): string[] => [code.toLowerCase(), code.toUpperCase()];

function matchPayments(db: Db, filter: PaymentFilter) {
  let query = db
    .selectFrom('payment')
    .where('account_id', '=', filter.accountId)
    .where('hidden_at', 'is', null);
  if (filter.statuses) query = query.where('status', 'in', filter.statuses);
  if (filter.provider) query = query.where('provider', '=', filter.provider);
  if (filter.currency) query = query.where('currency', 'in', listSpellings(filter.currency));
  if (filter.payCurrency)
    query = query.where('pay_currency', 'in', listSpellings(filter.payCurrency));
  if (filter.amountMin) query = query.where('amount', '>=', filter.amountMin);
  if (filter.amountMax) query = query.where('amount', '<=', filter.amountMax);
  if (filter.createdAfter) query = query.where('created_at', '>=', new Date(filter.createdAfter));
  if (filter.createdBefore) query = query.where('created_at', '<', new Date(filter.createdBefore));
  if (filter.search?.trim()) {
    const pattern = containing(filter.search);
    query = query.where((eb) =>
      eb.or([
        eb('description', 'ilike', pattern),
        eb('internal_id', 'ilike', pattern),
        eb('transaction_hash', 'ilike', pattern),
      ]),
    );
  }
  return query;
}

/** True for the one caller that may ask the provider now: once per `everyMs` and payment. */
export async function claimCheck(db: Db, id: string, now: Date, everyMs: number): Promise<boolean> {
  const before = new Date(now.getTime() - everyMs);
  const row = await db
    .updateTable('payment')
    .set({ checked_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', before)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Open payments not checked since a time, longest unchecked first. */
export async function listToCheck(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .select('id')
    .where('status', 'in', openStatuses)
    .where('provider_payment_id', 'is not', null)
    .where('created_at', '<', before)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', before)]))
    .orderBy('checked_at', (ob) => ob.asc().nullsFirst())
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Providers recover money that failed by hand, which takes weeks. */
const problemCheckedDays = 60;

/** Longest unchecked first: after ten minutes, later a quarter of the time since closing. */
export async function listEndedToCheck(db: Db, now: Date, limit: number): Promise<string[]> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, checked_at, status_changed_at from payment
      where status in ('failed', 'expired', 'cancelled') and provider_payment_id is not null
        and status_changed_at > ${daysAgo(lateDays)}::timestamptz
      union
      select id, checked_at, status_changed_at from payment
      where problem is not null and status_changed_at > ${daysAgo(problemCheckedDays)}::timestamptz
    ) ended
    where greatest(checked_at, status_changed_at)
        + greatest(interval '10 minutes', (checked_at - status_changed_at) / 4)
        <= ${now}::timestamptz
    order by checked_at nulls first limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Payments by card that the provider has not been asked for, or not responded to. */
export async function listToCharge(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .select('id')
    .where('card_id', 'is not', null)
    .where('status', '=', sql.lit('pending'))
    .where('provider_payment_id', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countCharges(db: Db, accountId: number, keyPrefix: string): Promise<number> {
  const row = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where(sql<boolean>`starts_with(charge_key, ${keyPrefix})`)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Payments past their deadline, longest unchecked first. */
export async function listToExpire(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .select('id')
    .where('status', 'in', ['pending', 'partially_paid'])
    .where('expires_at', '<', now)
    .where('is_late', '=', false)
    // Whether a card was charged is certain only once its provider has said so.
    .where('card_id', 'is', null)
    .orderBy('checked_at', (ob) => ob.asc().nullsFirst())
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Amounts being confirmed, by price currency. */
export async function sumPending(
  db: Db,
  accountId: number,
): Promise<{ currency: string; amount: string }[]> {
  return db
    .selectFrom('payment')
    .select(({ fn }) => ['currency', fn.sum<string>('amount').as('amount')])
    .where('account_id', '=', accountId)
    .where('status', 'in', ['confirming', 'confirmed'])
    .groupBy('currency')
    .execute();
}

/** The currency of its last payment that was not automatic; undefined without one. */
export async function findLastPayCurrency(db: Db, accountId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment')
    .select('pay_currency')
    .where('account_id', '=', accountId)
    .where('hidden_at', 'is', null)
    .where('status', '=', 'completed')
    .where('card_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.pay_currency;
}

export async function countPayments(db: Db, accountId: number): Promise<number> {
  const query = db
    .selectFrom('payment')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId);
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** False if staff got the same alert for this payment within a day. */
export async function recordAlert(
  tx: Tx,
  { paymentId, message, now }: { paymentId: string; message: string; now: Date },
): Promise<boolean> {
  const dayBefore = new Date(now.getTime() - dayMs);
  const noted = await tx
    .insertInto('payment_alert')
    .values({ payment_id: paymentId, message, notified_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['payment_id', 'message'])
        .doUpdateSet({ notified_at: now })
        .where('payment_alert.notified_at', '<=', dayBefore),
    )
    .returning('payment_id')
    .executeTakeFirst();
  return noted !== undefined;
}
