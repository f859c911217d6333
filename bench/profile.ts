// The overhead of contract, guard, session check, limits, metrics and logging for an authenticated
// read, by session and by a metered API key.
import assert from 'node:assert/strict';
import { insertKeys } from './load/api-keys.ts';
import { product, requireLinux, type Server, startServer } from './load/processes.ts';
import { apiConnections, compareCpu } from './load/rounds.ts';
import type { BenchOptions, Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

// An account may make 600 calls a minute: enough accounts that no round reaches the limit.
const keysMax = 500;
const url = '/apix/accounts/profile/';

export default async function measureProfile({ isShort }: BenchOptions): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  const keys = await insertKeys(testbed.database, keysMax, 'profile:read');
  const servers: Server[] = [];
  const start = async (file: string, env: Record<string, string>, readyPath: string) => {
    const server = await startServer(file, { ...testbed.env, ...env }, readyPath);
    servers.push(server);
    return server;
  };
  try {
    const bare = await start('bench/programs/bare-profile.ts', {}, '/');
    const ours = await start(product, {}, '/readyz');
    const quiet = await start(product, { LOG_LEVEL: 'warn' }, '/readyz');
    const [token = ''] = testbed.tokens;
    assert.deepEqual(await read(ours, token), await read(bare, token));
    const bySession = {
      requests: testbed.tokens.map((one) => requestWith(`Authorization: Bearer ${one}`)),
      count: isShort ? 6000 : 10_000,
      status: 200,
    };
    const byKey = {
      requests: keys.map((key) => requestWith(`X-API-Key: ${key}`)),
      count: isShort ? 2000 : 8000,
      status: 200,
    };
    const cpu = await compareCpu(
      {
        bare: { server: bare, load: bySession },
        ours: { server: ours, load: bySession },
        quiet: { server: quiet, load: bySession },
        key: { server: quiet, load: byKey },
      },
      apiConnections,
    );
    const common = { unit: 'µs CPU', baseline: cpu.bare, limit: 2 };
    return [
      { ...common, what: `signed-in GET ${url}`, measured: cpu.ours },
      { ...common, what: '  with LOG_LEVEL=warn', measured: cpu.quiet },
      { ...common, what: '  by key, metered, with LOG_LEVEL=warn', measured: cpu.key, limit: 3.5 },
      {
        what: 'memory of the process after that load',
        measured: ours.residentBytes() / 1024 ** 2,
        unit: 'MB',
        limit: 220,
      },
    ];
  } finally {
    for (const server of servers) await server.stop();
    await testbed.close();
  }
}

const requestWith = (header: string) =>
  `GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}\r\n\r\n`;

async function read({ port }: Server, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}${url}`, { headers });
  return response.json();
}
