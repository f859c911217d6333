// By how much parallel calls pass a spending cap, in one process and in three, and what caps and
// budgets cost a call.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { hashKey } from '#areas/billing/server/keys/key-format.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { insertKeys } from './load/api-keys.ts';
import { requireLinux, root, type Server, startServer } from './load/processes.ts';
import { compareCpu } from './load/rounds.ts';
import type { BenchOptions, Row } from './load/rows.ts';
import { openTestbed, type Testbed } from './load/testbed.ts';

const callsMax = 10_000;
const callsPerSecond = 6000;
/** Calls that the quota includes, and that the cap pays for after them. */
const included = 1000;
const paid = 2000;
const price = '0.01';
/** An event is stored within this time: docs/decisions/0020. */
const flushMsMax = 250;
/** Until every process has loaded the account. */
const startMsMax = 15_000;
const requestsMax = 4000;
const keysMax = 100;

export default async function measureSpendingCap({ isShort }: BenchOptions): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  try {
    await sellOverage(testbed.database);
    return [
      ...(await measureExcess(testbed, 1)),
      ...(await measureExcess(testbed, 3)),
      await measureCost(testbed, isShort),
    ];
  } finally {
    await testbed.close();
  }
}

/** Accounts without a subscription have the free tariff. */
const sellOverage = ({ pool }: Database) =>
  pool.query(
    `update tariff set overage_unit = 'request', overage_price = $1,
       limits = limits || jsonb_build_object('requests_per_hour', null, 'requests_per_day', null,
         'requests_per_month', $2::int)
     where slug = 'free'`,
    [price, included],
  );

const setCap = ({ pool }: Database, accountId: number, cap: number) =>
  pool.query(
    `insert into spending_setting (account_id, is_overage_on, cap, currency, updated_at)
     values ($1, true, $2, 'USD', now())`,
    [accountId, cap],
  );

/** Calls of one account at the same time in each process, which hear of each other by flushes. */
async function measureExcess({ database, env }: Testbed, processes: number): Promise<Row[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into account (email, date_joined) values ($1, now()) returning id`,
    [`spender${processes}@example.com`],
  );
  const accountId = rows[0]!.id;
  await setCap(database, accountId, paid * Number(price));
  const given = {
    ...env,
    LOG_LEVEL: 'warn',
    ACCOUNT: String(accountId),
    CALLS: String(Math.ceil(callsMax / processes)),
    RATE: String(callsPerSecond / processes),
    START_AT: String(Date.now() + startMsMax),
  };
  const counts = await Promise.all(Array.from({ length: processes }, () => spend(given)));
  const admitted = counts.reduce((sum, count) => sum + count, 0);
  const passed = admitted - included - paid;
  const where = processes === 1 ? 'one process' : `${processes} processes`;
  const what = `${callsMax} parallel calls in ${where}: past the cap`;
  if (processes === 1) return [{ what, unit: 'calls', measured: passed, limit: 0 }];
  return [
    { what, unit: 'calls', measured: passed },
    {
      what: '  the time in which so many calls arrive',
      unit: 'ms',
      measured: (passed / callsPerSecond) * 1000,
      limit: flushMsMax,
    },
  ];
}

/** The number of calls that a process admitted. */
async function spend(env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [path.join(root, 'bench/programs/spend.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...env },
  });
  const closed = once(child, 'close');
  const output = await text(child.stdout);
  await closed;
  // Warnings of the log come before it.
  return Number(output.trim().split('\n').at(-1));
}

/** Calls over the quota: with a cap and both budgets, and with neither. */
async function measureCost({ database, env }: Testbed, isShort: boolean): Promise<Row> {
  const keys = await insertKeys(database, keysMax, 'customs');
  await database.pool.query(
    `with capped as (
       update api_key set overage_budget = 1e6, overage_budget_currency = 'USD',
         requests_budget = 1e9
       where key_hash in (select decode(h, 'hex') from unnest($1::text[]) h)
       returning account_id
     )
     insert into spending_setting (account_id, is_overage_on, cap, currency, updated_at)
     select account_id, true, 1e6, 'USD', now() from capped`,
    [keys.slice(keysMax / 2).map(hashKey)],
  );
  const servers: Server[] = [];
  const contender = async (of: readonly string[]) => {
    const given = { ...env, METERED: 'on', LOG_LEVEL: 'warn' };
    const server = await startServer('bench/programs/metered-call.ts', given, '/healthz');
    servers.push(server);
    const requests = of.map(
      (key) =>
        `GET /apix/bench/currencies/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\n\r\n`,
    );
    return {
      server,
      load: { requests, count: isShort ? requestsMax / 4 : requestsMax, status: 200 },
    };
  };
  try {
    const cpu = await compareCpu({
      without: await contender(keys.slice(0, keysMax / 2)),
      capped: await contender(keys.slice(keysMax / 2)),
    });
    return {
      what: 'a call by key over the quota, with a cap and budgets and without',
      unit: 'µs CPU',
      measured: cpu.capped,
      baseline: cpu.without,
      limit: 1.3,
    };
  } finally {
    for (const server of servers) await server.stop();
  }
}
