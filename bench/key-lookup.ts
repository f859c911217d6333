// The cost of checking an API key: in queries, and of a metered call compared with the minimal server
// of `profile`, which reads a session for each call.
import { pino } from 'pino';
import { createKeyChecker } from '#areas/billing/server/keys/check-key.ts';
import { readConfig } from '#kernel/config.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import { insertKeys } from './load/api-keys.ts';
import { product, requireLinux, startServer } from './load/processes.ts';
import { apiConnections, compareCpu } from './load/rounds.ts';
import type { BenchOptions, Row } from './load/rows.ts';
import { openTestbed, type Testbed } from './load/testbed.ts';

const requestsOf = (isShort: boolean) => (isShort ? 2000 : 8000);
const checksMax = 100_000;
// An account may make 600 calls a minute: enough accounts that no round reaches the limit.
const keysMax = 500;
const url = '/apix/accounts/profile/';
const address = '203.0.113.7';

export default async function measureKeyLookup({ isShort }: BenchOptions): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  const config = readConfig(testbed.env);
  const { kernel, closing } = await openKernel(config, pino({ level: 'silent' }));
  try {
    const { database } = kernel;
    const keys = await insertKeys(database, keysMax, 'profile:read');
    const checker = createKeyChecker(kernel);
    const checks = await countChecks(kernel.database.pool, (at) =>
      checker.check(keys[at % keysMax]!, address),
    );
    return [...checks, await compareCalls(testbed, keys, requestsOf(isShort))];
  } finally {
    for (const { run } of closing) await run();
    await testbed.close();
  }
}

type Pool = { on(event: 'acquire', listener: () => void): unknown };

/** The first round fills the cache; the second one follows within 5 s. */
async function countChecks(pool: Pool, check: (at: number) => Promise<unknown>): Promise<Row[]> {
  let queries = 0;
  pool.on('acquire', () => {
    queries++;
  });
  for (let at = 0; at < keysMax; at++) await check(at);
  if (queries < keysMax) throw new Error('Queries are not counted.');
  queries = 0;
  const { user: startMicros } = process.cpuUsage();
  for (let at = 0; at < checksMax; at++) await check(at);
  const micros = process.cpuUsage().user - startMicros;
  return [
    {
      what: `queries for ${checksMax} checks of ${keysMax} keys seen in the last 5 s`,
      measured: queries,
      unit: 'queries',
      limit: 0,
    },
    { what: 'one such check', measured: micros / checksMax, unit: 'µs CPU', limit: 20 },
  ];
}

async function compareCalls(
  { env, tokens }: Testbed,
  keys: readonly string[],
  count: number,
): Promise<Row> {
  const server = await startServer(product, { ...env, LOG_LEVEL: 'warn' }, '/readyz');
  const bare = await startServer('bench/programs/bare-profile.ts', env, '/');
  try {
    const loadOf = (headers: readonly string[]) => ({
      requests: headers.map((line) => `GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\n${line}\r\n\r\n`),
      count,
      status: 200,
    });
    const byKey = loadOf(keys.map((key) => `X-API-Key: ${key}`));
    const bySession = loadOf(tokens.map((token) => `Authorization: Bearer ${token}`));
    const cpu = await compareCpu(
      {
        bare: { server: bare, load: bySession },
        key: { server, load: byKey },
      },
      apiConnections,
    );
    return {
      what: `GET ${url} by key, metered, with LOG_LEVEL=warn`,
      measured: cpu.key,
      baseline: cpu.bare,
      unit: 'µs CPU',
      limit: 3.5,
    };
  } finally {
    await bare.stop();
    await server.stop();
  }
}
