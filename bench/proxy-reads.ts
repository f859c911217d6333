// The statistics of a resource with 50 million requests in 90 days, stored as hourly sums, in a
// database with other resources.
import type { Proxies } from '#areas/proxy/server/proxies.ts';
import { readStatistics } from '#areas/proxy/server/usage/statistics.ts';
import { systemClock } from '#kernel/clock.ts';
import type { Database } from '#kernel/database/open-database.ts';
import type { Actor } from '#kernel/ports.ts';
import { openBenchDatabase, percentile95 } from './load/ledger-database.ts';
import type { Row } from './load/rows.ts';

const requestsMax = 50_000_000;
const hoursMax = 90 * 24;
const othersMax = 30;
const callsMax = 40;
const limitMs = 150;
/** Labels of one hour: a busy resource has about 150. */
const labels = { status: 12, error: 8, country: 40, latency: 30, key: 20, block: 40 };

export default async function measureProxyReads(): Promise<Row[]> {
  const database = await openBenchDatabase({ fsync: 'off', max_wal_size: '8GB' });
  try {
    const actor = await fill(database);
    const kernel = { work: database.work, clock: systemClock };
    // The names of keys are one indexed read of billing.
    const keyNamesOf: Proxies['keyNamesOf'] = () => Promise.resolve(new Map());
    const proxies = { kernel, keyNamesOf } as unknown as Proxies;
    const rows: Row[] = [];
    for (const asked of [
      { period: '24h' },
      { period: '7d', granularity: 'hour' },
      { period: '30d' },
      { period: '30d', granularity: 'hour' },
    ] as const) {
      const read = () => readStatistics(proxies, actor, 'busy', asked);
      await read();
      const measured = await percentile95(callsMax, read);
      const by = 'granularity' in asked ? ` by ${asked.granularity}` : '';
      rows.push({ what: `p95 of ${asked.period}${by}`, measured, unit: 'ms', limit: limitMs });
    }
    return rows;
  } finally {
    await database.close();
  }
}

async function fill({ pool }: Database): Promise<Actor> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into account (email, date_joined) values ('busy@example.com', now()) returning id`,
  );
  const accountId = rows[0]!.id;
  await pool.query(
    `insert into proxy_resource (id, account_id, name, target_hosts, strategy, sticky_ttl_seconds,
       ban_status_codes, max_failures, block_duration_seconds, timeout_ms, created_at, updated_at)
     select gen_random_uuid(), $1::int, case n when 0 then 'busy' else 'other' || n end,
       array['example.com'], 'round_robin', 600, array[403], 3, 3600, 15000, now(), now()
     from generate_series(0, $2::int) n`,
    [accountId, othersMax],
  );
  const perHour = Math.round(requestsMax / hoursMax);
  await pool.query(
    `insert into proxy_usage_hour (resource_id, hour, requests, successful, failed, blocked,
       latency_ms_sum, bytes)
     select id, date_trunc('hour', now()) - n * interval '1 hour', $1::int, $1::int - 400, 400, 40,
       $1::bigint * 210, $1::bigint * 48000
     from proxy_resource, generate_series(0, $2::int - 1) n`,
    [perHour, hoursMax],
  );
  for (const [kind, count] of Object.entries(labels))
    await pool.query(
      `insert into proxy_usage_breakdown (resource_id, hour, kind, label, count, bytes)
       select id, date_trunc('hour', now()) - n * interval '1 hour', $1::text,
         case $1::text when 'block' then md5((n * 7 % 10 * 40 + l)::text)::uuid::text
           else l::text end, $2::int / $3::int, 0
       from proxy_resource, generate_series(0, $4::int - 1) n, generate_series(1, $3::int) l
       where name = 'busy' or l <= 2`,
      [kind, perHour, count, hoursMax],
    );
  await pool.query('vacuum analyze');
  return { accountId, roles: [], status: 'active', via: 'session' };
}
