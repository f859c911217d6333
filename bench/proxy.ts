// The cost of a request through the gateway compared with plain proxy-chain and the same upstream,
// and the memory of idle tunnels.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import type { Database } from '#kernel/database/open-database.ts';
import { findFreePort } from '#test/processes/ports.ts';
import { insertKeys } from './load/api-keys.ts';
import { product, requireLinux, type Server, startServer } from './load/processes.ts';
import { runLoad } from './load/requests.ts';
import { median, type Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

const roundsMax = 3;
const ratioMax = 1.1;
const requestsMax = 3000;
const largeBytes = 1_000_000;
const largeMax = 150;
const tunnelsMax = 5000;
/** The maximum of a key. */
const tunnelsOfEach = 200;
const tunnelsMegabytesMax = 100;

export default async function measureProxy(): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  const servers: Server[] = [];
  const start = async (file: string, env: Record<string, string>, ready?: string) => {
    const server = await startServer(file, env, ready);
    servers.push(server);
    return server;
  };
  try {
    const upstream = String(await findFreePort());
    const gatewayPort = await findFreePort();
    const far = await start('bench/programs/far-side.ts', { UPSTREAM_PORT: upstream });
    const chain = await start('bench/programs/bare-chain.ts', { UPSTREAM_PORT: upstream });
    const logins = await fill(testbed.database, Number(upstream));
    const login = logins[0]!;
    const env = { ...testbed.env, PROXY_PORT: String(gatewayPort), PROXY_ALLOW_PRIVATE: 'on' };
    const app = await start(product, env, '/readyz');
    const site = `127.0.0.1:${far.port}`;
    const sides = { chain: chain.port, gateway: gatewayPort };
    const small = await compare(sides, { site, login, path: '/2', count: requestsMax });
    const large = await compare(sides, {
      site,
      login,
      path: `/${largeBytes}`,
      count: largeMax,
    });
    return [
      { what: 'a request through the gateway', ...small, unit: 'µs', limit: ratioMax },
      { what: 'a megabyte through the gateway', ...large, unit: 'µs', limit: ratioMax },
      await holdTunnels(app, gatewayPort, site, logins),
    ];
  } finally {
    for (const server of servers.toReversed()) await server.stop();
    await testbed.close();
  }
}

/** Creates keys with a resource of one proxy each; returns their credentials for the gateway. */
async function fill(database: Database, upstreamPort: number): Promise<string[]> {
  const keys = await insertKeys(database, tunnelsMax / tunnelsOfEach, 'proxy');
  await database.pool.query(
    `with resource as (
       insert into proxy_resource (id, account_id, name, target_hosts, strategy,
         sticky_ttl_seconds, ban_status_codes, max_failures, block_duration_seconds, timeout_ms,
         created_at, updated_at)
       select gen_random_uuid(), account_id, 'bench', array['127.0.0.1'], 'round_robin', 600,
         array[403], 1000, 3600, 15000, now(), now() from api_key returning id
     )
     insert into proxy (id, resource_id, protocol, host, port, user_hash, type, next_check_at,
       created_at)
     select gen_random_uuid(), id, 'http', '127.0.0.1', $1::int, '\\x00', 'datacenter',
       now() + interval '1 day', now() from resource`,
    [upstreamPort],
  );
  return keys.map((key) => `bench:${key}`);
}

type ProxyLoad = { site: string; login: string; path: string; count: number };

const createRequest = ({ site, login, path }: ProxyLoad): string =>
  [
    `GET http://${site}${path} HTTP/1.1`,
    `Host: ${site}`,
    `Proxy-Authorization: Basic ${Buffer.from(login).toString('base64')}`,
    '\r\n',
  ].join('\r\n');

/** Microseconds of each once warm, alternating, so that load on the machine affects both. */
async function compare(sides: { chain: number; gateway: number }, load: ProxyLoad) {
  const requests = [createRequest(load)];
  const run = async (port: number, count: number) => {
    const started = performance.now();
    await runLoad({ port, requests, count, status: 200 });
    return ((performance.now() - started) * 1000) / count;
  };
  const costs: { chain: number[]; gateway: number[] } = { chain: [], gateway: [] };
  for (const side of ['chain', 'gateway'] as const) await run(sides[side], load.count / 2);
  for (let round = 0; round < roundsMax; round++)
    for (const side of ['chain', 'gateway'] as const)
      costs[side].push(await run(sides[side], load.count));
  return { measured: median(costs.gateway), baseline: median(costs.chain) };
}

async function holdTunnels(
  app: Server,
  port: number,
  site: string,
  logins: readonly string[],
): Promise<Row> {
  const before = app.residentBytes();
  const sockets: net.Socket[] = [];
  const open = async (login: string) => {
    const token = Buffer.from(login).toString('base64');
    const socket = net.connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.write(
      `CONNECT ${site} HTTP/1.1\r\nHost: ${site}\r\nProxy-Authorization: Basic ${token}\r\n\r\n`,
    );
    const [head] = (await once(socket, 'data')) as [Buffer];
    assert.match(head.toString('latin1'), /^HTTP\/1\.1 200/);
  };
  for (const login of logins)
    await Promise.all(Array.from({ length: tunnelsOfEach }, () => open(login)));
  const heldMegabytes = (app.residentBytes() - before) / 1_000_000;
  for (const socket of sockets) socket.destroy();
  return {
    what: `${tunnelsMax} idle tunnels`,
    measured: heldMegabytes,
    unit: 'MB',
    limit: tunnelsMegabytesMax,
  };
}
