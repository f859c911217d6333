// Rows of many accounts in the main tables. Some accounts have many rows and most have few: the
// share of the account in place n falls with n, as among customers.
import type { Database } from '#kernel/database/open-database.ts';

/** How many rows one account has on average. */
const perAccount = { sessions: 2, keys: 0.3, payments: 0.5, charges: 2, tickets: 0.1, runs: 0.5 };
const hoursEach = 5;
const recordsEach = 5;

const id = (
  n: string,
  salt: number,
) => `(lpad(to_hex(extract(epoch from at)::bigint * 1000), 12, '0')
  || '7${String(salt).padStart(3, '0')}8000' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Rows n = from + 1 .. to of random accounts, over three years. */
const rows = (share: number, { from, to }: Range) => `
  (select n, h, 1 + least(${to - 1}, floor(${to} * power(random(), 3)))::int as account,
     date_trunc('second', now() - random() * interval '1000 days') as at
   from (select n, abs(hashint8(n)::bigint) as h
     from generate_series(${Math.ceil(from * share) + 1}, ${Math.ceil(to * share)}) n) x) r`;

type Range = { from: number; to: number };

const statementsOf = (range: Range): string[] => [
  `insert into account (id, email, first_name, company, status, date_joined)
   overriding system value
   select n, 'person' || n || '@mail' || n % 50 || '.example', 'Name' || n % 1000,
     'Company ' || n % 5000, case when n % 1000 = 7 then 'suspended' else 'active' end,
     now() - random() * interval '1000 days'
   from generate_series(${range.from + 1}, ${range.to}) n`,
  `insert into session (id, account_id, created_at, last_used_at, expires_at)
   select ${id('n', 1)}, account, at, at, at + interval '30 days'
   from ${rows(perAccount.sessions, range)}`,
  `insert into api_key (id, account_id, lineage_id, name, key_hash, key_preview, scopes, created_at,
     updated_at)
   select ${id('n', 2)}, account, ${id('n', 2)}, 'key' || n, sha256(n::text::bytea), 'sk_',
     '{customs}', at, at from ${rows(perAccount.keys, range)}`,
  `insert into subscription (id, account_id, tariff_id, status, billing_period, price, currency,
     starts_at, billing_anchor_at, current_period_start, current_period_end, created_at, updated_at)
   select (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n, 1,
     'active', 'monthly', 0, 'USD', at, at, at, at + interval '1 month', at, at
   from (select n, now() - (n % 30) * interval '1 day' as at
     from generate_series(${range.from + 1}, ${range.to}) n) x`,
  `insert into payment (id, internal_id, account_id, amount, currency, pay_currency, provider,
     provider_payment_id, status, status_changed_at, expires_at, created_at, updated_at)
   select ${id('n', 3)}, 'P' || n, account, 25, 'USD', 'USD', 'sandbox', 'S' || n,
     case when h % 500 = 0 then 'pending' when h % 5 = 0 then 'expired' else 'completed' end,
     at, at, at, at from ${rows(perAccount.payments, range)}`,
  `insert into ledger_account (id, account_id, kind, currency, created_at) overriding system value
   select n, n, 'wallet_available', 'USD', now()
   from generate_series(${range.from + 1}, ${range.to}) n`,
  `insert into wallet_balance (ledger_account_id, balance)
   select n, 10 from generate_series(${range.from + 1}, ${range.to}) n`,
  `with made as (
     insert into journal (id, transaction_type, account_id, idempotency_key, actor, effective_at,
       created_at)
     select ${id('n', 4)}, 'charge', account, 'bench' || n, 'bench', at, at
     from ${rows(perAccount.charges, range)} returning *)
   insert into posting (journal_id, line, ledger_account_id, currency, amount, transaction_type,
     created_at, wallet_version, balance_after, transaction_id)
   select id, 1, account_id, 'USD', -1, 'charge', created_at, 1, 10, id from made`,
  `insert into usage_hour (account_id, hour, endpoint_id, status_code, metric, api_key_id, requests,
     units, cost, response_time_ms)
   select account, date_trunc('hour', now() - random() * interval '60 days'), 1 + h % 5, 200,
     'request', '00000000-0000-0000-0000-000000000000', 5, 5, 0, 50
   from ${rows(hoursEach, range)} on conflict do nothing`,
  `insert into usage_counter (account_id, metric, span, starts_at, used)
   select n, 'request', span, date_trunc(span, now(), 'UTC'), 5
   from generate_series(${range.from + 1}, ${range.to}) n,
     unnest(array['hour', 'day', 'month']) span`,
  `insert into usage_record (id, request_id, account_id, endpoint_id, status_code,
     response_time_ms, metric, units, cost, user_agent, created_at)
   select ${id('n', 5)}, gen_random_uuid(), account, 1 + h % 5, 200, 10, 'request', 1, 0, 'curl', at
   from (select n, h, account, now() - random() * interval '30 days' as at
     from ${rows(recordsEach, range)}) x`,
  `insert into ticket (id, account_id, subject, status, first_response_due_at, created_at,
     updated_at)
   select ${id('n', 6)}, account, 'It does not work ' || h % 1000,
     case when h % 100 = 0 then 'open' else 'closed' end, at, at, at
   from ${rows(perAccount.tickets, range)}`,
  `insert into ticket_message (id, ticket_id, account_id, is_from_staff, body, created_at)
   select gen_random_uuid(), id, account_id, false, 'Help, please: ' || subject, created_at
   from ticket, generate_series(1, 3)
   where number > 1000 + ${Math.ceil(range.from * perAccount.tickets)}`,
  `insert into customs_calculation (account_id, kind, is_saved, destination_country, regime,
     currency, total, inputs, result, rule_set_id, rates, created_at, updated_at)
   select account, case when h % 2 = 0 then 'goods' else 'vehicle' end, h % 4 = 0, 'AE', 'import',
     'AED', 1000, '{}', '{}', 1, '{}', at, at from ${rows(perAccount.runs, range)}`,
];

/** Without foreign keys and triggers, which would take most of the time. */
export async function growTo(database: Database, range: Range): Promise<void> {
  const client = await database.directClient();
  try {
    await client.query(`set session_replication_role = replica`);
    await client.query('set statement_timeout = 0');
    await client.query(
      `select usage_create_partition((now() at time zone 'utc')::date - n)
       from generate_series(0, 30) n`,
    );
    for (const statement of statementsOf(range)) await client.query(statement);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
