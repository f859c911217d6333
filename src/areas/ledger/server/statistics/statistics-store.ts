import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { TransactionType } from '../journals/journals.ts';

export type BucketRow = {
  at: Date;
  transaction_type: TransactionType;
  count: bigint;
  credit: string;
  debit: string;
  last_at: Date;
};
export type BucketUnit = 'day' | 'week' | 'month';

/** In UTC, oldest first. Grouped by day first, which is arithmetic and cheap. */
export async function sumByTime(
  db: Db,
  walletId: number,
  unit: BucketUnit,
  since: Date | null,
  until: Date | null = null,
): Promise<BucketRow[]> {
  const { rows } = await sql<BucketRow>`
    with days as (
      select date_bin('1 day', created_at, '2000-01-01Z') as day, transaction_type,
        amount > 0 as is_credit, count(*) as count, sum(amount) as amount,
        max(created_at) as last_at
      from posting
      where ledger_account_id = ${walletId}::int and wallet_version is not null
        and created_at >= coalesce(${since}::timestamptz, '-infinity')
        and created_at < coalesce(${until}::timestamptz, 'infinity')
      group by 1, 2, 3
    )
    select date_trunc(${unit}, day, 'UTC') as at, transaction_type, sum(count)::bigint as count,
      coalesce(sum(amount) filter (where is_credit), 0) as credit,
      coalesce(-sum(amount) filter (where not is_credit), 0) as debit,
      max(last_at) as last_at
    from days group by 1, 2 order by 1`.execute(db);
  return rows;
}

export type NetRow = { time: number; count: bigint; net: string };

/** Credits minus debits of some types; `time` is the position in `starts`, from 1. */
export async function sumNet(
  db: Db,
  walletId: number,
  types: readonly TransactionType[],
  { starts, until }: { starts: readonly Date[]; until: Date },
): Promise<NetRow[]> {
  const { rows } = await sql<NetRow>`
    select width_bucket(created_at, ${[...starts]}::timestamptz[]) as time, count(*) as count,
      sum(amount) as net
    from posting
    where ledger_account_id = ${walletId}::int and wallet_version is not null
      and transaction_type = any(${[...types]}::text[])
      and created_at >= ${starts[0]}::timestamptz and created_at < ${until}::timestamptz
    group by 1`.execute(db);
  return rows;
}

export async function findLargest(
  db: Db,
  walletId: number,
  since: Date | null,
): Promise<{ transaction_id: string; amount: string } | undefined> {
  const { rows } = await sql<{ transaction_id: string; amount: string }>`
    select transaction_id, amount from posting
    where ledger_account_id = ${walletId}::int and wallet_version is not null
      and created_at >= coalesce(${since}::timestamptz, '-infinity')
    order by abs(amount) desc, created_at desc limit 1`.execute(db);
  return rows[0];
}

export type RecentRow = { day: bigint; week: bigint; month: bigint };

export async function countRecent(
  db: Db,
  walletId: number,
  { day, week, month }: { day: Date; week: Date; month: Date },
): Promise<RecentRow> {
  const { rows } = await sql<RecentRow>`
    select count(*) filter (where created_at >= ${day}::timestamptz) as day,
      count(*) filter (where created_at >= ${week}::timestamptz) as week, count(*) as month
    from posting
    where ledger_account_id = ${walletId}::int and wallet_version is not null
      and created_at >= ${month}::timestamptz`.execute(db);
  return rows[0]!;
}

/** Number of a wallet's transactions since a time that were reversed. */
export async function countReversed(
  db: Db,
  accountId: number,
  walletId: number,
  since: Date | null,
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count
    from journal r join posting p on p.journal_id = r.reversal_of
    where r.account_id = ${accountId}::int and r.reversal_of is not null
      and r.created_at >= coalesce(${since}::timestamptz, '-infinity')
      and p.ledger_account_id = ${walletId}::int
      and p.created_at >= coalesce(${since}::timestamptz, '-infinity')`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
