// Requests through a farm of good, slow, failing and banned proxies for some minutes: how close the
// gateway comes to a choice that knows which of them are good.
import { setTimeout as sleep } from 'node:timers/promises';
import { ProxyAgent, request } from 'undici';
import { attemptsMax } from '#areas/proxy/server/selection/select-proxy.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { findFreePort } from '#test/processes/ports.ts';
import { insertKeys } from './load/api-keys.ts';
import { product, type Server, startServer } from './load/processes.ts';
import { bestSuccessOf, farmHostOf, farmProxies, timeoutMs } from './load/proxy-farm.ts';
import type { BenchOptions, Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

const clientsMax = 16;
/** Of each client between two requests. */
const pauseMs = 50;

export default async function soakProxy({ minutes }: BenchOptions): Promise<Row[]> {
  const testbed = await openTestbed();
  const servers: Server[] = [];
  try {
    const upstreamPort = await findFreePort();
    const gatewayPort = await findFreePort();
    const farm = { UPSTREAM_PORT: String(upstreamPort) };
    servers.push(await startServer('bench/programs/proxy-farm.ts', farm));
    const key = await fill(testbed.database, upstreamPort);
    const env = { ...testbed.env, PROXY_PORT: String(gatewayPort), PROXY_ALLOW_PRIVATE: 'on' };
    servers.push(await startServer(product, env, '/readyz'));
    const gateway = new ProxyAgent(`http://soak:${key}@127.0.0.1:${gatewayPort}`);
    const statuses = await sendRequests(gateway, minutes);
    await gateway.destroy();
    return toRows(statuses);
  } finally {
    for (const server of servers.toReversed()) await server.stop();
    await testbed.close();
  }
}

/** A resource with all proxies of the farm. Returns the key of its owner. */
async function fill(database: Database, port: number): Promise<string> {
  const [key] = await insertKeys(database, 1, 'proxy');
  await database.pool.query(
    `with resource as (
       insert into proxy_resource (id, account_id, name, target_hosts, strategy,
         sticky_ttl_seconds, ban_status_codes, max_failures, block_duration_seconds, timeout_ms,
         created_at, updated_at)
       select gen_random_uuid(), account_id, 'soak', array['127.0.0.1'], 'round_robin', 600,
         array[403], 3, 3600, $3::int, now(), now() from api_key returning id
     )
     insert into proxy (id, resource_id, protocol, host, port, user_hash, type, next_check_at,
       created_at)
     select gen_random_uuid(), resource.id, 'http', host, $2::int, '\\x00', 'datacenter',
       now() + interval '1 day', now() from resource, unnest($1::text[]) host`,
    [farmProxies.map((_, place) => farmHostOf(place)), port, timeoutMs],
  );
  return key!;
}

/** How many responses had each status. Each request is for another page, as bans count by page. */
async function sendRequests(gateway: ProxyAgent, minutes: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const end = performance.now() + minutes * 60_000;
  let page = 0;
  const send = async () => {
    while (performance.now() < end) {
      const url = `http://127.0.0.1/page/${++page}`;
      const { statusCode, body } = await request(url, { dispatcher: gateway });
      await body.dump();
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: clientsMax }, send));
  return statuses;
}

function toRows(statuses: ReadonlyMap<number, number>): Row[] {
  const all = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const success = (statuses.get(200) ?? 0) / all;
  const missed = (bestSuccessOf(attemptsMax) - success) * 100;
  const counts = [...statuses].sort(([a], [b]) => a - b);
  return [
    { what: 'success below that of the best choice', measured: missed, unit: '%', limit: 1 },
    ...counts.map(([status, measured]) => ({ what: `responses ${status}`, measured, unit: '' })),
  ];
}
