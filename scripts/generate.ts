// Writes generated files; with `--check` it only compares them and fails if one is stale.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { listTariffs } from '#areas/billing/server/tariffs/read-tariffs.ts';
import { readRuleFiles } from '#areas/customs/server/rule-sets/rule-files.ts';
import { makeReceipt } from '#areas/customs/server/vehicle-pages/receipt.ts';
import { listVehiclePages } from '#areas/customs/server/vehicle-pages/vehicle-pages.ts';
import { openEmbeddedPostgres } from '#kernel/database/embedded-postgres.ts';
import { migrateDatabase } from '#kernel/database/migrate.ts';
import type { DB } from '#kernel/database/schema.d.ts';
import { listEndpoints } from '#lib/api-description.ts';
import { printJson } from '#lib/print-json.ts';
import { contracts } from '../src/contracts.ts';
import { createDocument } from '../src/openapi-documents.ts';
import { writeClients } from './sdk/write-clients.ts';

type Generator = { file: string; make: () => Promise<string> };

/** Of the stored documents; a running product has its own in those that it serves. */
const exampleUrl = 'https://weftline.example.com';

const root = path.resolve(import.meta.dirname, '..');

/** TypeScript types of all tables. */
const describeSchema = () =>
  withMigratedDatabase(async ({ connection: { user, host, database } }, dir) => {
    const output = path.join(dir, 'schema.d.ts');
    const url = `postgres://${user}@${encodeURIComponent(host)}/${database}`;
    const typeMapping = JSON.stringify({ numeric: 'string', int8: 'bigint' });
    execFileSync(
      path.join(root, 'node_modules/.bin/kysely-codegen'),
      [
        '--dialect',
        'postgres',
        '--url',
        url,
        '--out-file',
        output,
        '--type-mapping',
        typeMapping,
        '--log-level',
        'error',
      ],
      { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    return readFileSync(output, 'utf8');
  });

/** The tariffs of the migrations, for the pricing page, which is rendered without a server. */
const printTariffs = () =>
  withMigratedDatabase(async ({ connection }) => {
    const pool = new pg.Pool({ ...connection, max: 1 });
    // Ending a pool does not wait for its connection, which the server may terminate first.
    pool.on('error', () => undefined);
    const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
    const { results } = await listTariffs(db, null, {}, { page: 1, pageSize: 100, offset: 0 });
    await db.destroy();
    const printed = results.map(({ id, created_at, updated_at, ...tariff }) => tariff);
    return `${JSON.stringify(printed, null, 2)}\n`;
  });

type Server = Awaited<ReturnType<typeof openEmbeddedPostgres>>;

async function withMigratedDatabase(
  act: (server: Server, dir: string) => Promise<string>,
): Promise<string> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'weftline-generate-'));
  chmodSync(dir, 0o755);
  const server = await openEmbeddedPostgres(dir, pino({ level: 'silent' }), { fsync: 'off' });
  try {
    await migrateDatabase(server);
    return await act(server, dir);
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A figure of the home page, because the browser's code must not contain all of the document. */
const countForHome = async () =>
  `${JSON.stringify({ calls: listEndpoints(contracts).length }, null, 2)}\n`;

const generators: Generator[] = [
  { file: 'src/kernel/database/schema.d.ts', make: describeSchema },
  { file: 'src/areas/billing/prerendered-tariffs.json', make: printTariffs },
  {
    file: 'src/areas/customs/vehicle-pages.json',
    make: async () => `${JSON.stringify(listVehiclePages(readRuleFiles()), null, 1)}\n`,
  },
  {
    file: 'src/areas/customs/receipt.json',
    make: async () => `${JSON.stringify(makeReceipt(readRuleFiles()), null, 1)}\n`,
  },
  { file: 'src/site/home/build-counts.json', make: countForHome },
  {
    file: 'docs/openapi.json',
    make: async () => `${printJson(createDocument('customers', exampleUrl))}\n`,
  },
  {
    file: 'docs/openapi-staff.json',
    make: async () => `${printJson(createDocument('staff', exampleUrl))}\n`,
  },
];

const isCheck = process.argv.includes('--check');
const stale: string[] = [];
for (const { file, make } of generators) {
  const fullPath = path.join(root, file);
  const expected = await make();
  const actual = existsSync(fullPath) ? readFileSync(fullPath, 'utf8') : undefined;
  if (expected === actual) continue;
  stale.push(file);
  if (!isCheck) writeFileSync(fullPath, expected);
}
if (isCheck && stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run: npm run generate`);
  process.exitCode = 1;
} else if (!isCheck) {
  for (const file of stale) console.log(`wrote ${file}`);
  writeClients();
}
