// Accounts with keys, plans, charges, movements of MRR, payments and wallets over some months.
import type { Database } from '#kernel/database/open-database.ts';

type Size = { accounts: number; months: number };

/** A UUID of a row: random ones would cost most of the time. */
const id = (salt: number, n: string) =>
  `('${String(salt).padStart(8, '0')}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Hashes numbers, so that adjacent accounts differ. */
const people = ({ accounts, months }: Size) => `
  (select n, h, h % 5 < 2 as pays, h % 3 = 0 as leaves, h % 7 = 0 as upgrades,
     now() - n * (interval '1 month' * ${months} / ${accounts}) - interval '1 minute' as joined
   from (select n, abs(hashint4(n)::bigint) as h from generate_series(1, ${accounts}) n) x) p`;

/** Each month of those who pay, up to the half of their time if they leave. */
const paidMonths = (size: Size) => `
  (select n, h, m, joined, upgrades, joined + m * interval '1 month' as at
   from ${people(size)}, generate_series(0, ${size.months}) m
   where pays and joined + m * interval '1 month' < now()
     and (not leaves or m <= (h / 100) % 6)) c`;

const statementsOf = (size: Size): string[] => [
  `insert into account (id, email, status, date_joined) overriding system value
   select n, 'person' || n || '@mail' || n % 50 || '.example', 'active', joined
   from ${people(size)}`,
  `insert into api_key (id, account_id, lineage_id, name, key_hash, key_preview, scopes, created_at,
     updated_at)
   select ${id(1, 'n')}, n, ${id(1, 'n')}, 'key', sha256(n::text::bytea), 'sk_', '{customs}',
     joined, joined from ${people(size)} where h % 10 < 7`,
  `insert into api_key_usage (key_id, requests, last_used_at)
   select ${id(1, 'n')}, 5, now() from ${people(size)} where h % 10 < 5`,
  `insert into subscription (id, account_id, tariff_id, status, billing_period, price, currency,
     starts_at, billing_anchor_at, current_period_start, current_period_end, trial_ends_at,
     past_due_at, failed_charges, created_at, updated_at)
   select ${id(2, 'n')}, n, case when is_paid then 3 else 1 end,
     case when is_paid and h % 60 = 1 then 'past_due' else 'active' end, 'monthly',
     case when is_paid then 79 else 0 end, 'USD', joined, joined,
     ends - interval '1 month', ends, case when h % 4 = 0 then joined + interval '14 days' end,
     case when is_paid and h % 60 = 1 then now() - interval '2 days' end,
     case when is_paid and h % 60 = 1 then 1 else 0 end, joined, joined
   from (select *, pays and not leaves as is_paid, now() + (h / 7) % 30 * interval '1 day' as ends
     from ${people(size)}) x`,
  `insert into subscription_charge (id, subscription_id, account_id, tariff_id, kind, amount,
     currency, period_start, period_end, journal_id, created_at)
   select ${id(3, 'n::bigint * 100 + m')}, ${id(2, 'n')}, n, 3,
     case when m = 0 then 'start' else 'renewal' end, 79, 'USD', at, at + interval '1 month',
     ${id(4, 'n::bigint * 100 + m')}, at from ${paidMonths(size)}`,
  `insert into mrr_movement (account_id, subscription_id, kind, amount, currency, occurred_at,
     cohort)
   select n, ${id(2, 'n')}, kind, amount, 'USD', at, date_trunc('month', joined, 'UTC')::date
   from (
     select n, joined, 'new' as kind, 79 as amount, joined as at from ${people(size)} where pays
     union all
     select n, joined, 'expansion', 220, at from ${paidMonths(size)} where upgrades and m = 2
     union all
     select n, joined, 'contraction', -220, at from ${paidMonths(size)} where upgrades and m = 4
     union all
     select n, joined, 'churn', -79, joined + ((h / 100) % 6 + 1) * interval '1 month'
     from ${people(size)} where pays and leaves and not upgrades
       and joined + ((h / 100) % 6 + 1) * interval '1 month' < now()
   ) moved order by at`,
  `insert into overage (id, subscription_id, account_id, tariff_id, metric, month_start, month_end,
     counter_reading, units, price, amount, currency, journal_id, paid_at, created_at)
   select ${id(5, 'n::bigint * 100 + m')}, ${id(2, 'n')}, n, 3, 'request', at,
     at + interval '1 month', 1000, 100, 0.0002, 0.02, 'USD', ${id(6, 'n::bigint * 100 + m')}, at,
     at from ${paidMonths(size)} where h % 4 = 1`,
  `insert into payment (id, internal_id, account_id, amount, currency, pay_currency, provider,
     provider_payment_id, status, status_changed_at, expires_at, created_at, updated_at)
   select ${id(7, 'n::bigint * 100 + m')}, 'P' || n || '-' || m, n, 79, 'USD', 'USD', 'stripe',
     'S' || n || '-' || m, case (n + m) % 20 when 0 then 'failed' when 1 then 'expired'
     else 'completed' end, at, at, at, at from ${paidMonths(size)}`,
  `insert into ledger_account (id, account_id, kind, currency, created_at) overriding system value
   select n, n, 'wallet_available', 'USD', now() from ${people(size)} where pays`,
  `insert into wallet_balance (ledger_account_id, balance)
   select n, h % 158 from ${people(size)} where pays`,
  `insert into usage_area_day (day, endpoint_group, metric, requests, errors, units, cost)
   select day::date, area, metric, 100000, 1000, 250000, 12.5
   from generate_series(now() - interval '1 month' * ${size.months}, now(), interval '1 day') day,
     unnest(array['customs', 'proxy', 'speech', 'accounts', 'payments']) area,
     unnest(array['request', 'calculation', 'character', 'audio_second']) metric`,
];

/** Without foreign keys and triggers, which would take most of the time. */
export async function fillFigures(database: Database, size: Size): Promise<void> {
  const client = await database.directClient();
  try {
    await client.query(`set session_replication_role = replica`);
    await client.query('set statement_timeout = 0');
    for (const statement of statementsOf(size)) await client.query(statement);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
