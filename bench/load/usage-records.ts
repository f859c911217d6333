// Ninety days of usage, as the meter stores it: records, hours and days.
import type { Database } from '#kernel/database/open-database.ts';

export const usageAccountsMax = 1000;
/** One in this many records belongs to account 1. */
const heavyEach = 20;
const daysMax = 90;

/** Five endpoints, five keys and a session; 2 % client errors and 0.2 % server errors. */
export async function insertUsage(database: Database, recordsMax: number): Promise<void> {
  const client = await database.directClient();
  try {
    for (const statement of [
      `select usage_create_partition((now() at time zone 'utc')::date - n)
       from generate_series(0, ${daysMax}) n`,
      `insert into account (email, date_joined)
       select 'customer' || n || '@example.com', now()
       from generate_series(1, ${usageAccountsMax}) n`,
      `insert into usage_endpoint (method, path, endpoint_group)
       select case n % 2 when 0 then 'GET' else 'POST' end, '/apix/bench/' || n || '/',
         (array['customs', 'proxy', 'speech'])[1 + n % 3] from generate_series(1, 5) n`,
      `insert into usage_record
       select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000'
           || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
         (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000'
           || '9000' || lpad(to_hex(n), 12, '0'))::uuid,
         case when n % ${heavyEach} = 0 then 1 else 2 + n % ${usageAccountsMax - 1} end,
         null, case when m % 6 > 0 then ('00000000-0000-7000-8000-00000000000' || m % 6)::uuid end,
         1 + m % 5, case when m % 500 = 499 then 503 when m % 50 = 7 then 422 else 200 end,
         5 + n % 90, 'request', 1, 0, '203.0.113.7', 'curl/8.14.1', at,
         case when m % 500 = 499 then 'service_unavailable' when m % 50 = 7 then
           (array['scope_missing', 'invalid_input', 'not_found'])[1 + n % 3] end
       from (
         select n, n / ${heavyEach} as m, date_trunc('milliseconds',
           now() - n * (interval '${daysMax - 1} days' / ${recordsMax})) as at
         from generate_series(1, ${recordsMax}) n
       ) x`,
      `insert into usage_hour
       select account_id, date_trunc('hour', created_at, 'UTC'), endpoint_id, status_code, metric,
         coalesce(api_key_id, '00000000-0000-0000-0000-000000000000'), count(*), sum(units),
         sum(cost), sum(response_time_ms)
       from usage_record group by 1, 2, 3, 4, 5, 6`,
      `insert into usage_day
       select account_id, (hour at time zone 'UTC')::date, endpoint_id, status_code, metric,
         api_key_id, sum(requests), sum(units), sum(cost), sum(response_time_ms)
       from usage_hour where hour < date_trunc('day', now(), 'UTC') group by 1, 2, 3, 4, 5, 6`,
      `insert into usage_error_hour
       select account_id, date_trunc('hour', created_at, 'UTC'), error_code, endpoint_id,
         status_code, metric, coalesce(api_key_id, '00000000-0000-0000-0000-000000000000'),
         count(*), 0, sum(units), sum(cost), sum(response_time_ms)
       from usage_record where error_code is not null group by 1, 2, 3, 4, 5, 6, 7`,
      'vacuum analyze',
    ])
      await client.query(statement);
  } finally {
    await client.end();
  }
}
