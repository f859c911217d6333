// The metered calls that a process can count, and the loss when it is killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#kernel/database/open-database.ts';
import { root } from './load/processes.ts';
import type { Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

const eventsPerSecond = 20_000;
const runMs = 3000;

export default async function measureUsage(): Promise<Row[]> {
  const testbed = await openTestbed();
  const { database } = testbed;
  try {
    return [
      ...(await measureLoss(database, testbed.env, 'SIGTERM')),
      ...(await measureLoss(database, testbed.env, 'SIGKILL')),
    ];
  } finally {
    await testbed.close();
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
