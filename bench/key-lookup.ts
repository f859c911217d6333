// What it costs to know a key: against a session on the same call, and in queries.
import { pino } from 'pino';
import { openKeyChecker } from '#areas/billing/server/keys/check-key.ts';
import { readConfig } from '#kernel/config.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import { insertKeys } from './load/api-keys.ts';
import { requireLinux, startServer } from './load/processes.ts';
import { compareCpu } from './load/rounds.ts';
import type { Row } from './load/rows.ts';
import { openTestbed, type Testbed } from './load/testbed.ts';

const requestsMax = 8000;
const checksMax = 100_000;
// One account may ask 600 times a minute: so many that no round reaches that.
const keysMax = 500;
const url = '/apix/accounts/profile/';
const address = '203.0.113.7';

export default async function measureKeyLookup(): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  const config = readConfig(testbed.env);
  const { kernel, closing } = await openKernel(config, pino({ level: 'silent' }));
  try {
    const { database } = kernel;
    const keys = await insertKeys(database, keysMax, 'profile:read');
    const checker = openKeyChecker(kernel, { note: () => undefined, flush: async () => undefined });
    const checks = await countChecks(kernel.database.pool, (at) =>
      checker.check(keys[at % keysMax]!, address),
    );
    return [...checks, await compareCalls(testbed, keys)];
  } finally {
    for (const { run } of closing) await run();
    await testbed.close();
  }
}

type Pool = { on(event: 'acquire', listener: () => void): unknown };

/** The first round fills what is kept; the second one comes within 5 s of it. */
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
      promise: 0,
    },
    { what: 'one such check', measured: micros / checksMax, unit: 'µs CPU', promise: 20 },
  ];
}

async function compareCalls({ env, tokens }: Testbed, keys: readonly string[]): Promise<Row> {
  const server = await startServer('src/main.ts', { ...env, LOG_LEVEL: 'warn' }, '/readyz');
  try {
    const loadOf = (headers: readonly string[]) => ({
      requests: headers.map((line) => `GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\n${line}\r\n\r\n`),
      count: requestsMax,
      status: 200,
    });
    const byKey = loadOf(keys.map((key) => `X-API-Key: ${key}`));
    const bySession = loadOf(tokens.map((token) => `Authorization: Bearer ${token}`));
    const cpu = await compareCpu({
      session: { server, load: bySession },
      key: { server, load: byKey },
    });
    return {
      what: `GET ${url} by key, metered, and by session`,
      measured: cpu.key,
      baseline: cpu.session,
      unit: 'µs CPU',
      promise: 1.3,
    };
  } finally {
    await server.stop();
  }
}
