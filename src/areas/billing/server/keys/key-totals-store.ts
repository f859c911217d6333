import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';

export type KeyTotalsRow = {
  total: bigint;
  active: bigint;
  expired: bigint;
  expiring: bigint;
  /** Name of the key that expires first before `expiringBefore`. */
  first_to_end: string | null;
  first_ends_at: Date | null;
  requests: string;
  last_used_at: Date | null;
  most_used_name: string | null;
  most_used_requests: bigint | null;
};

/** Totals over an account's keys, without those that their owner deleted. */
export async function readKeyTotals(
  db: Db,
  accountId: number,
  { now, expiringBefore }: { now: Date; expiringBefore: Date },
): Promise<KeyTotalsRow> {
  const { rows } = await sql<KeyTotalsRow>`
    with own as (
      select k.name, k.expires_at, coalesce(u.requests, 0) as requests, u.last_used_at,
        k.revoked_at is null and k.expires_at <= ${now}::timestamptz as is_expired,
        k.revoked_at is null and k.is_active
          and (k.expires_at is null or k.expires_at > ${now}::timestamptz) as is_active,
        k.revoked_at is null and k.replaced_by is null and k.expires_at > ${now}::timestamptz
          and k.expires_at <= ${expiringBefore}::timestamptz as is_ending
      from api_key k left join api_key_usage u on u.key_id = k.id
      where k.account_id = ${accountId}::int and k.hidden_at is null
    )
    select count(*) as total, count(*) filter (where is_active) as active,
      count(*) filter (where is_expired) as expired, count(*) filter (where is_ending) as expiring,
      (array_agg(name order by expires_at) filter (where is_ending))[1] as first_to_end,
      min(expires_at) filter (where is_ending) as first_ends_at,
      coalesce(sum(requests), 0) as requests, max(last_used_at) as last_used_at,
      (array_agg(name order by requests desc) filter (where requests > 0))[1] as most_used_name,
      max(requests) as most_used_requests
    from own`.execute(db);
  return rows[0]!;
}
