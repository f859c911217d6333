import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';

type Range = { from: Date; until: Date };

export type FunnelSum = {
  /** The first day of the month of sign-up. */
  month: string;
  signups: number;
  first_key: number;
  first_call: number;
  first_payment: number;
};

/** Months without a sign-up are absent. */
export async function listFunnelSums(db: Db, { from, until }: Range): Promise<FunnelSum[]> {
  const { rows } = await sql<{ month: string } & Record<keyof Omit<FunnelSum, 'month'>, bigint>>`
    with keyed as (
      select k.account_id, bool_or(u.key_id is not null) as has_called
      from api_key k left join api_key_usage u on u.key_id = k.id group by 1
    ), paid as (select distinct account_id from mrr_movement)
    select (date_trunc('month', a.date_joined, 'UTC') at time zone 'UTC')::date::text as month,
      count(*) as signups, count(keyed.account_id) as first_key,
      count(*) filter (where keyed.has_called) as first_call,
      count(paid.account_id) as first_payment
    from account a
    left join keyed on keyed.account_id = a.id
    left join paid on paid.account_id = a.id
    where a.date_joined >= ${from} and a.date_joined < ${until}
    group by date_trunc('month', a.date_joined, 'UTC')`.execute(db);
  return rows.map(({ month, signups, first_key, first_call, first_payment }) => ({
    month,
    signups: Number(signups),
    first_key: Number(first_key),
    first_call: Number(first_call),
    first_payment: Number(first_payment),
  }));
}

export type TrialSum = { month: string; started: number; running: number; converted: number };

/** By the month of the start. A trial was paid for if its subscription ever counted as revenue. */
export async function listTrialSums(db: Db, { from, until }: Range): Promise<TrialSum[]> {
  const { rows } = await sql<{
    month: string;
    started: bigint;
    running: bigint;
    converted: bigint;
  }>`
    select (date_trunc('month', s.created_at, 'UTC') at time zone 'UTC')::date::text as month,
      count(*) as started, count(*) filter (where s.status = 'trialing') as running,
      count(*) filter (where exists (
        select from mrr_movement m
        where m.account_id = s.account_id and m.subscription_id = s.id
      )) as converted
    from subscription s
    where s.trial_ends_at is not null and s.created_at >= ${from} and s.created_at < ${until}
    group by date_trunc('month', s.created_at, 'UTC')`.execute(db);
  return rows.map(({ month, started, running, converted }) => ({
    month,
    started: Number(started),
    running: Number(running),
    converted: Number(converted),
  }));
}
