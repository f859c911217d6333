// Writes generated files; with `--check` it only compares them and fails if one is stale.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { openEmbeddedPostgres } from '#kernel/database/embedded-postgres.ts';
import { migrateDatabase } from '#kernel/database/migrate.ts';
import { openApiDocument } from '../src/app.ts';

type Generator = { file: string; make: () => Promise<string> };

const root = path.resolve(import.meta.dirname, '..');

const generators: Generator[] = [
  { file: 'src/kernel/database/schema.d.ts', make: describeSchema },
  {
    file: 'docs/openapi.json',
    make: async () => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
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
}

/** TypeScript types of all tables, read from a freshly migrated database. */
async function describeSchema(): Promise<string> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'weftline-generate-'));
  chmodSync(dir, 0o755);
  const output = path.join(dir, 'schema.d.ts');
  const log = pino({ level: 'silent' });
  const server = await openEmbeddedPostgres(dir, log, { fsync: 'off' });
  try {
    await migrateDatabase(server);
    const { user, host, database } = server.connection;
    const url = `postgres://${user}@${encodeURIComponent(host)}/${database}`;
    const typeMapping = JSON.stringify({ numeric: 'string', int8: 'bigint' });
    execFileSync(
      path.join(root, 'node_modules/.bin/kysely-codegen'),
      [
        ...['--dialect', 'postgres', '--url', url, '--out-file', output],
        ...['--type-mapping', typeMapping, '--log-level', 'error'],
      ],
      { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    return readFileSync(output, 'utf8');
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
