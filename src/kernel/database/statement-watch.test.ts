import type pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { useDatabase } from '#test/database.ts';
import type { Logger } from '../observability/logging.ts';
import { createMetrics } from '../observability/metrics.ts';
import { openPool } from './pool.ts';
import { createStatementWatch } from './statement-watch.ts';
import { hookStatements } from './statements.ts';

const database = useDatabase();
let lines: Record<string, unknown>[] = [];
const log = { warn: (facts: object) => void lines.push({ ...facts }) } as unknown as Logger;
beforeEach(() => {
  lines = [];
});

/** A connection on which each statement takes `ms` of the watch's own time. */
function openFakeClient(slowMs: number) {
  const clock = { ms: 0 };
  const metrics = createMetrics();
  const watch = createStatementWatch({ slowMs, log, metrics, now: () => clock.ms });
  const client = {
    query: async (_text: unknown, values: { ms: number; fails?: boolean }) => {
      clock.ms += values.ms;
      if (values.fails) throw new Error('no such table');
      return 'rows';
    },
  };
  hookStatements(client as unknown as pg.ClientBase, watch);
  const count = async (name: string) =>
    Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await metrics.registry.metrics())?.[1]);
  return { client, clock, count };
}

test('slow statements are logged and counted, failed ones too', async () => {
  const { client, count } = openFakeClient(500);
  expect(await client.query('select 1', { ms: 499 })).toBe('rows');
  await client.query('select *\n   from  account', { ms: 500 });
  await expect(client.query('select 2', { ms: 900, fails: true })).rejects.toThrow('no such');
  expect(lines).toEqual([
    { ms: 500, sql: 'select * from account' },
    { ms: 900, sql: 'select 2' },
  ]);
  expect(await count('database_slow_statements_total')).toBe(2);
  expect(await count('database_statement_duration_seconds_count')).toBe(3);
});

test('0 logs none', async () => {
  const { client, count } = openFakeClient(0);
  await client.query('select 1', { ms: 60_000 });
  expect(lines).toEqual([]);
  expect(await count('database_statement_duration_seconds_count')).toBe(1);
});

test('a minute has ten lines, and the next one tells how many were left out', async () => {
  const { client, clock } = openFakeClient(1);
  for (let at = 0; at < 13; at++) await client.query('select 1', { ms: 10 });
  expect(lines).toHaveLength(10);
  clock.ms += 60_000;
  await client.query('select 2', { ms: 10 });
  await client.query('select 3', { ms: 10 });
  expect(lines.slice(10)).toEqual([
    { ms: 10, sql: 'select 2', skipped: 3 },
    { ms: 10, sql: 'select 3' },
  ]);
});

test('statements of a pool are measured, with promises and callbacks, without their values', async () => {
  const metrics = createMetrics();
  let ms = 0;
  const watch = createStatementWatch({ slowMs: 1, log, metrics, now: () => (ms += 5) });
  const pool = openPool(database.connection, { log, watch, limits: { max: 1 } });
  const client = await pool.connect();
  const { rows } = await client.query('select $1::text as word', ['s3cr3t']);
  client.release();
  await pool.query({ text: 'select $1::int as number', values: [41_213] });
  await expect(pool.query('select from nowhere')).rejects.toThrow('nowhere');
  await pool.end();
  expect(rows).toEqual([{ word: 's3cr3t' }]);
  const logged = JSON.stringify(lines);
  for (const sql of ['select $1::text as word', 'select $1::int as number', 'from nowhere'])
    expect(logged).toContain(sql);
  expect(logged).not.toContain('s3cr3t');
  expect(logged).not.toContain('41213');
});
