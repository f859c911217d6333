import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { isWithin, monthIndex } from '../month-store.ts';
import type { FigurePeriod } from '../period.ts';
import { hasRealMoney } from '../test-account-store.ts';

export type FunnelSum = {
  /** The first day of the month of sign-up. */
  month: string;
  signups: number;
  first_key: number;
  first_call: number;
  first_payment: number;
};

/** Months without a sign-up are absent. */
export async function listFunnelSums(db: Db, period: FigurePeriod): Promise<FunnelSum[]> {
  const { rows } = await sql<{ place: number } & Record<keyof Omit<FunnelSum, 'month'>, bigint>>`
    with keyed as (
      select k.account_id, bool_or(u.key_id is not null) as has_called
      from api_key k left join api_key_usage u on u.key_id = k.id group by 1
    ), paid as (
      select distinct m.account_id from mrr_movement m where ${hasRealMoney('m.account_id')}
    )
    select ${monthIndex('a.date_joined', period.months)} as place,
      count(*) as signups, count(keyed.account_id) as first_key,
      count(*) filter (where keyed.has_called) as first_call,
      count(paid.account_id) as first_payment
    from account a
    left join keyed on keyed.account_id = a.id
    left join paid on paid.account_id = a.id
    where ${isWithin('a.date_joined', period)}
    group by 1`.execute(db);
  return rows.map(({ place, signups, first_key, first_call, first_payment }) => ({
    month: period.months[place - 1]!,
    signups: Number(signups),
    first_key: Number(first_key),
    first_call: Number(first_call),
    first_payment: Number(first_payment),
  }));
}

export type TrialSum = { month: string; started: number; running: number; converted: number };

/** By the month of the start. A trial was paid for if its subscription ever counted as revenue. */
export async function listTrialSums(db: Db, period: FigurePeriod): Promise<TrialSum[]> {
  const { rows } = await sql<{
    place: number;
    started: bigint;
    running: bigint;
    converted: bigint;
  }>`
    select ${monthIndex('s.created_at', period.months)} as place,
      count(*) as started, count(*) filter (where s.status = 'trialing') as running,
      count(*) filter (where exists (
        select from mrr_movement m
        where m.account_id = s.account_id and m.subscription_id = s.id
      )) as converted
    from subscription s
    where s.trial_ends_at is not null and ${isWithin('s.created_at', period)}
      and ${hasRealMoney('s.account_id')}
    group by 1`.execute(db);
  return rows.map(({ place, started, running, converted }) => ({
    month: period.months[place - 1]!,
    started: Number(started),
    running: Number(running),
    converted: Number(converted),
  }));
}
