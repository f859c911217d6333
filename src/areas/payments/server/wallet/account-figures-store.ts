// Sums over an account's payments, without hidden ones.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { PaymentStatus } from '../../wire/payments.constants.ts';

export type PaymentFiguresRow = {
  total: bigint;
  completed: bigint;
  pending: bigint;
  failed: bigint;
  refunded: bigint;
  this_month: bigint;
  amount: string;
  completed_amount: string;
  completed_in_currency: bigint;
  last_at: Date | null;
  top_currency: string | null;
};

/** Counts of all payments, amounts of one currency, without what was returned. */
export async function sumPayments(
  db: Db,
  accountId: number,
  { currency, monthStart }: { currency: string; monthStart: Date },
): Promise<PaymentFiguresRow> {
  const isCompleted = sql`status = 'completed'`;
  const credited = sql`credited_amount - amount_refunded`;
  const isOwnCurrency = sql`currency = ${currency}`;
  const { rows } = await sql<PaymentFiguresRow>`
    select count(*) as total,
      count(*) filter (where ${isCompleted}) as completed,
      count(*) filter (where status in ('failed', 'expired')) as failed,
      count(*) filter (where status = 'refunded') as refunded,
      count(*) filter (where status in ('pending', 'confirming', 'confirmed', 'partially_paid'))
        as pending,
      count(*) filter (where created_at >= ${monthStart}::timestamptz) as this_month,
      coalesce(sum(amount) filter (where ${isOwnCurrency}), 0) as amount,
      coalesce(sum(${credited}) filter (where ${isCompleted} and ${isOwnCurrency}), 0)
        as completed_amount,
      count(*) filter (where ${isCompleted} and ${isOwnCurrency}) as completed_in_currency,
      max(created_at) as last_at,
      mode() within group (order by pay_currency) as top_currency
    from payment where account_id = ${accountId}::int and hidden_at is null`.execute(db);
  return rows[0]!;
}

export type PaymentSum = {
  /** Position in `starts`, from 1. */
  time: number;
  status: PaymentStatus;
  currency: string;
  count: bigint;
};

/** Payments by creation period, status and currency. */
export async function readPaymentsOverTime(
  db: Db,
  accountId: number,
  { starts, until }: { starts: readonly Date[]; until: Date },
): Promise<PaymentSum[]> {
  const { rows } = await sql<PaymentSum>`
    select width_bucket(created_at, ${[...starts]}::timestamptz[]) as time, status, currency,
      count(*) as count
    from payment
    where account_id = ${accountId}::int and hidden_at is null
      and created_at >= ${starts[0]}::timestamptz and created_at < ${until}::timestamptz
    group by 1, 2, 3 order by 1`.execute(db);
  return rows;
}
