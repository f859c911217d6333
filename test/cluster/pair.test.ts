// The database of `npm run cluster`, with Debian's packages.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasOptional, skippedUnless } from '../optional-programs.ts';
import { scaledMs } from '../time-limits.ts';
import { openPair, type Pair } from './cluster.ts';
import { listMissingPackages, type Program, startPgbouncer } from './servers.ts';

const isInstalled = hasOptional(
  () => !listMissingPackages().some((name) => /postgres|pgbouncer/.test(name)),
);
const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-pair-'));
chmodSync(folder, 0o755);
let pair: Pair | undefined;
const poolers: Program[] = [];

beforeAll(async () => {
  if (!isInstalled) return;
  pair = await openPair(folder);
  for (const [name, server] of [
    ['one', pair.primary],
    ['two', pair.standby],
  ] as const)
    poolers.push(await startPgbouncer(path.join(folder, name), server));
}, scaledMs(60_000));
afterAll(async () => {
  const programs = [...poolers, ...(pair ? [pair.primary, pair.standby] : [])];
  await Promise.all(programs.map((one) => one.kill()));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function query(port: number, text: string): Promise<unknown[]> {
  const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/postgres`);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test(
  `a promoted standby has every write that was acknowledged${skippedUnless('pgbouncer', isInstalled)}`,
  async ({ skip }) => {
    if (!pair) return skip();
    const [one, two] = poolers as [Program, Program];
    await query(one.port, 'create table written (n int)');
    await query(one.port, 'insert into written select generate_series(1, 100)');
    await expect(query(two.port, 'insert into written values (0)')).rejects.toThrow('read-only');
    await pair.primary.kill();
    await pair.promote();
    const count = 'select count(*)::int as n from written';
    expect(await query(two.port, count)).toEqual([{ n: 100 }]);
    await query(two.port, 'insert into written values (101)');
    const client = await pair.connect();
    expect((await client.query(count)).rows).toEqual([{ n: 101 }]);
    await client.end();
  },
  scaledMs(60_000),
);
