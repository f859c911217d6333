// The cost of metering a call, the events that a process can count, and the loss when it is killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#kernel/database/open-database.ts';
import { insertKeys } from './load/api-keys.ts';
import { requireLinux, root, type Server, startServer } from './load/processes.ts';
import { compareCpu } from './load/rounds.ts';
import type { Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

const requestsMax = 4000;
const keysMax = 50;
const eventsPerSecond = 20_000;
const runMs = 3000;

export default async function measureUsage(): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  const { database } = testbed;
  try {
    const keys = await insertKeys(database, keysMax, 'customs');
    return [
      await measureCall(testbed.env, keys),
      ...(await measureLoss(database, testbed.env, 'SIGTERM')),
      ...(await measureLoss(database, testbed.env, 'SIGKILL')),
    ];
  } finally {
    await testbed.close();
  }
}

async function measureCall(env: Record<string, string>, keys: string[]): Promise<Row> {
  const servers: Server[] = [];
  const start = async (METERED: string) => {
    const given = { ...env, METERED, LOG_LEVEL: 'warn' };
    const server = await startServer('bench/programs/metered-call.ts', given, '/healthz');
    servers.push(server);
    return server;
  };
  try {
    const requests = keys.map(
      (key) =>
        `GET /apix/bench/currencies/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\n\r\n`,
    );
    const load = { requests, count: requestsMax, status: 200 };
    const cpu = await compareCpu({
      without: { server: await start('off'), load },
      metered: { server: await start('on'), load },
    });
    return {
      what: 'a page of currencies by key, with key lookup, quota and meter and without',
      unit: 'µs CPU',
      measured: cpu.metered,
      baseline: cpu.without,
      limit: 1.3,
    };
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** Counts for some seconds, kills the process, and compares the count with the stored usage. */
async function measureLoss(
  { pool }: Database,
  env: Record<string, string>,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<Row[]> {
  await pool.query('truncate usage_record');
  const child = spawn(process.execPath, [path.join(root, 'bench/programs/count-usage.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...env, LOG_LEVEL: 'warn', RATE: String(eventsPerSecond) },
  });
  const counted = await runUntilEnd(child, signal);
  const { rows } = await pool.query<{ stored: bigint }>(
    'select count(*) as stored from usage_record',
  );
  const lost = counted.count - Number(rows[0]?.stored);
  const speed: Row = {
    what: `an event, counted through the port and stored, at ${eventsPerSecond} a second`,
    unit: 'µs',
    measured: (counted.ms * 1000) / counted.count,
    // The program's timer may be late, so the actual rate may be slightly lower.
    limit: (1_000_000 / eventsPerSecond) * 1.02,
  };
  if (signal === 'SIGTERM')
    return [
      speed,
      { what: `  lost of ${counted.count} at SIGTERM`, unit: 'events', measured: lost, limit: 0 },
    ];
  const lostMs = (lost / counted.count) * counted.ms;
  return [
    { what: `  lost of ${counted.count} at kill -9`, unit: 'ms', measured: lostMs, limit: 250 },
  ];
}

async function runUntilEnd(child: ChildProcess, signal: NodeJS.Signals) {
  let text = '';
  let startedMs = 0;
  let lastMs = 0;
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    startedMs ||= performance.now();
    lastMs = performance.now();
    text = (text + chunk).slice(-200);
  });
  const closed = once(child, 'close');
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  await sleep(runMs);
  child.kill(signal);
  await closed;
  return { count: Number(text.trim().split('\n').at(-1)), ms: lastMs - startedMs };
}
