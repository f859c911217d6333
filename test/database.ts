import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openDatabase } from '#kernel/database/open-database.ts';
import type { TestDatabases } from './global-setup.ts';

let testDatabases: Promise<TestDatabases> | undefined;

/** Starts PostgreSQL when no file of the run has needed it before. */
function openTestDatabases(): Promise<TestDatabases> {
  testDatabases ??= fetch(inject('testDatabasesUrl')).then(async (response) => {
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as TestDatabases;
  });
  return testDatabases;
}

/** Leads to a database in which databases can be created. */
export const postgresUrl = async (): Promise<string> => (await openTestDatabases()).postgresUrl;

/** As small as can be while calls still run in parallel. */
const usualPoolMax = 4;

/** Leads to this database, for another process or a second kernel. */
export async function readDatabaseUrl({ pool }: Database): Promise<string> {
  const url = new URL(await postgresUrl());
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  url.pathname = `/${rows[0]!.name}`;
  return url.href;
}

/**
 * A migrated database of the test file's own, made before its tests and dropped after them. The
 * value is filled in by then: use it within hooks and tests, and do not take it apart above them.
 */
export function useDatabase({ poolMax = usualPoolMax } = {}): Database {
  const filled = {} as Database;
  const name = `test_${randomBytes(6).toString('hex')}`;
  beforeAll(async () => {
    const { template } = await openTestDatabases();
    // A third of the time of the usual strategy, which writes each page to the log.
    await administer(`create database ${name} template ${template} strategy file_copy`);
    Object.assign(filled, await openTestDatabase(name, poolMax));
  });
  afterAll(async () => {
    await filled.close?.();
    await drop(name);
  });
  return filled;
}

/** An empty database, for tests of the migrations themselves. Returns what leads to it. */
export function useEmptyDatabase(): pg.ClientConfig {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const filled: pg.ClientConfig = {};
  beforeAll(async () => {
    await administer(`create database ${name}`);
    Object.assign(filled, await connectionTo(name));
  });
  afterAll(() => drop(name));
  return filled;
}

async function openTestDatabase(name: string, poolMax: number): Promise<Database> {
  // On a busy machine a call may wait for longer than in production, and be no deadlock.
  const config = { DATA_DIR: '', PG_NAMED_STATEMENTS: true, DATABASE_WAIT_MS: 15_000 };
  const connection = await connectionTo(name);
  return openDatabase(config, pino({ level: 'silent' }), {
    connection,
    poolMax,
    onSecondConnection: () => {
      throw new Error('A second connection was asked for within a transaction.');
    },
  });
}

async function connectionTo(name: string): Promise<pg.ClientConfig> {
  const url = new URL(await postgresUrl());
  url.pathname = `/${name}`;
  return { connectionString: url.href };
}

function drop(name: string): Promise<void> {
  return administer(`drop database if exists ${name} with (force)`);
}

async function administer(sql: string): Promise<void> {
  const admin = new pg.Client({ connectionString: await postgresUrl() });
  await admin.connect();
  await admin.query(sql).finally(() => admin.end());
}
