// One PostgreSQL for the whole run, with a migrated template that test files clone. It starts when
// the first of them asks for it: most files need none.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openEmbeddedPostgres } from '#kernel/database/embedded-postgres.ts';
import { migrateDatabase, readMigrations } from '#kernel/database/migrate.ts';
import { fastestFolder } from './fastest-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Responds with the `TestDatabases` of the run as JSON. */
    testDatabasesUrl: string;
  }
}

export type TestDatabases = {
  /** Leads to a database in which databases can be created. */
  postgresUrl: string;
  /** The name of the migrated database to clone. */
  template: string;
};

type TestServer = { url: string; stop: () => Promise<void> };

const templateExists = '42P04';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<TestServer> | undefined;
  let databases: Promise<TestDatabases> | undefined;
  const open = async (): Promise<TestDatabases> => {
    server ??= startServer();
    const { url } = await server;
    return { postgresUrl: url, template: await makeTemplate(url) };
  };
  const http = createServer(async (_, response) => {
    databases ??= open();
    await databases.then(
      (found) => response.end(JSON.stringify(found)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  project.provide('testDatabasesUrl', `http://127.0.0.1:${port}/`);
  return async () => {
    http.close();
    await (await server)?.stop();
  };
}

async function startServer(): Promise<TestServer> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, stop: async () => {} };
  const dir = mkdtempSync(path.join(fastestFolder(), 'weftline-test-'));
  // As root the server runs as nobody, who must be able to enter.
  chmodSync(dir, 0o755);
  const server = await openEmbeddedPostgres(dir, pino({ level: 'silent' }), {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: '4GB',
    autovacuum: 'off',
    jit: 'off',
    max_connections: 300,
  });
  const { user, host, port, database } = server.connection;
  return {
    url: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    stop: async () => {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(url: string): Promise<string> {
  const sums = readMigrations().map(({ name, sha256 }) => `${name}:${sha256}`);
  const hash = createHash('sha256').update(sums.join()).digest('hex').slice(0, 12);
  const template = `weftline_template_${hash}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${template}`).catch((error: { code?: string }) => {
    if (error.code !== templateExists) throw error;
  });
  await admin.end();
  const migrated = new URL(url);
  migrated.pathname = `/${template}`;
  await migrateDatabase({ connection: { connectionString: migrated.href } });
  return template;
}
