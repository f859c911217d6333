// All payments, filtered by what needs attention.

import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { countRows, paginate, rowsAfter } from '#kernel/http/responses/pages.ts';
import { dayMs } from '#lib/durations.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import { isUuid } from '#lib/uuid.ts';
import { type PaymentStatus, paymentProviders } from '../../wire/payments.constants.ts';
import type { AttentionKind } from '../../wire/reviews.constants.ts';
import type { PaymentRow } from '../payments/payment-store.ts';

export type ReviewFilter = {
  attention?: AttentionKind | undefined;
  status?: PaymentStatus | undefined;
  provider?: string | undefined;
  accountId?: number | undefined;
  isTest?: boolean | undefined;
  search?: string | undefined;
  ordering?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
};
export type ReviewRow = PaymentRow & { email: string };

const monthMs = 30 * dayMs;

const orderable = { created_at: 'payment.created_at', amount: 'payment.amount' } as const;

/** `stuck`: unconfirmed for a day, or with a problem. `late`: money arrived after the payment was closed. */
const conditions = (now: Date) => ({
  late: sql<boolean>`payment.is_late and payment.status in ('partially_paid', 'expired', 'failed', 'cancelled')`,
  partial: sql<boolean>`payment.status = 'partially_paid'`,
  stuck: sql<boolean>`(payment.problem is not null or (payment.status in ('confirming', 'confirmed')
    and payment.status_changed_at < ${new Date(now.getTime() - dayMs)}))`,
});

function matchPayments(db: Db, filter: ReviewFilter, now: Date) {
  let query = db.selectFrom('payment').innerJoin('account', 'account.id', 'payment.account_id');
  if (filter.attention) query = query.where(conditions(now)[filter.attention]);
  if (filter.status) query = query.where('payment.status', '=', filter.status);
  if (filter.provider) query = query.where('payment.provider', '=', filter.provider);
  if (filter.accountId !== undefined)
    query = query.where('payment.account_id', '=', filter.accountId);
  if (filter.isTest !== undefined) query = query.where('payment.is_test', '=', filter.isTest);
  if (filter.createdAfter)
    query = query.where('payment.created_at', '>=', new Date(filter.createdAfter));
  if (filter.createdBefore)
    query = query.where('payment.created_at', '<', new Date(filter.createdBefore));
  const search = filter.search?.trim();
  if (search)
    query = query.where((eb) =>
      eb.or([
        ...(isUuid(search) ? [eb('payment.id', '=', search)] : []),
        eb('payment.internal_id', '=', search),
        eb('payment.provider_payment_id', '=', search),
        eb('payment.transaction_hash', '=', search),
        eb('account.email', '=', search.toLowerCase()),
      ]),
    );
  return query;
}

export async function listForReview(
  db: Db,
  filter: ReviewFilter,
  { now, page }: { now: Date; page: PageRequest },
) {
  const query = matchPayments(db, filter, now);
  const order = readOrdering(filter.ordering, orderable, '-created_at');
  const rows = await paginate(query.selectAll('payment').select('account.email'), order, page)
    .orderBy('payment.id', 'desc')
    .execute();
  return { rows: rows as ReviewRow[], total: await countRows(db, query) };
}

/** In the requested order, after `last`. */
export function listForReviewAfter(
  db: Db,
  filter: ReviewFilter,
  { now, last, count }: { now: Date; last: ReviewRow | undefined; count: number },
): Promise<ReviewRow[]> {
  const order = [
    ...readOrdering(filter.ordering, orderable, '-created_at'),
    { column: 'payment.id', direction: 'desc' } as const,
  ];
  const readLastValue = (column: string) =>
    last?.[column.replace('payment.', '') as keyof ReviewRow];
  const places = order.map((one) => ({ ...one, value: readLastValue(one.column) }));
  const query = matchPayments(db, filter, now).selectAll('payment').select('account.email');
  const rest = last ? query.where(rowsAfter(places)) : query;
  return paginate(rest, order, { page: 1, pageSize: count, offset: 0 }).execute() as Promise<
    ReviewRow[]
  >;
}

/** By its number or id, or by what a provider or a chain calls it: each has an index. */
export async function findPayments(db: Db, search: string, count: number): Promise<ReviewRow[]> {
  const ofProvider = sql`provider = any(${[...paymentProviders]}::text[])`;
  const ids = [
    sql`select id from payment where internal_id = ${search.toUpperCase()}`,
    sql`select id from payment where ${ofProvider} and provider_payment_id = ${search}`,
    sql`select id from payment where ${ofProvider} and provider_reference = ${search}`,
    sql`select id from payment where transaction_hash = ${search}`,
    sql`select payment_id from payment_transfer where hash = ${search}`,
    ...(isUuid(search) ? [sql`select ${search}::uuid`] : []),
  ];
  const rows = await db
    .selectFrom('payment')
    .innerJoin('account', 'account.id', 'payment.account_id')
    .selectAll('payment')
    .select('account.email')
    .where(sql<boolean>`payment.id = any(array(${sql.join(ids, sql` union `)}))`)
    .orderBy('payment.created_at', 'desc')
    .limit(count)
    .execute();
  return rows as ReviewRow[];
}

/** Payments that need attention, with the reason, the oldest change first. */
export async function listAttention(db: Db, now: Date, count: number) {
  const { late, partial, stuck } = conditions(now);
  const rows = await db
    .selectFrom('payment')
    .innerJoin('account', 'account.id', 'payment.account_id')
    .selectAll('payment')
    .select([
      'account.email',
      sql<AttentionKind>`case when ${late} then 'late' when ${stuck} then 'stuck'
        else 'partial' end`.as('attention'),
    ])
    .where(mayNeedAttention(now))
    .where(sql<boolean>`(${late} or ${partial} or ${stuck})`)
    .orderBy('payment.status_changed_at')
    .orderBy('payment.id')
    .limit(count)
    .execute();
  return rows as (ReviewRow & { attention: AttentionKind })[];
}

/** Few rows of an index. Late money and problems are shown for a month. */
const mayNeedAttention = (now: Date) => sql<boolean>`
  (payment.status in ('partially_paid', 'confirming', 'confirmed')
    or ((payment.is_late or payment.problem is not null)
      and payment.created_at > ${new Date(now.getTime() - monthMs)}))`;

/** Counts of what waits for finance. Failed events are those of the last 30 days. */
export async function countAttention(db: Db, now: Date) {
  const { late, partial, stuck } = conditions(now);
  const monthAgo = new Date(now.getTime() - monthMs);
  const { rows } = await sql<
    Record<'late' | 'partial' | 'stuck' | 'proposals' | 'webhooks', bigint>
  >`
    select count(*) filter (where ${late}) as late, count(*) filter (where ${partial}) as partial,
      count(*) filter (where ${stuck}) as stuck,
      (select count(*) from adjustment where status = 'proposed') as proposals,
      (select count(*) from webhook_event
        where status = 'failed' and received_at > ${monthAgo}) as webhooks
    from payment where ${mayNeedAttention(now)}`.execute(db);
  const row = rows[0]!;
  return {
    late: Number(row.late),
    partial: Number(row.partial),
    stuck: Number(row.stuck),
    proposals: Number(row.proposals),
    webhooks: Number(row.webhooks),
  };
}
