// Needs a pg_dump for the server of the tests. `npm test` runs this file on PostgreSQL 15 too, whose
// package brings the client programs.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStorage } from '#kernel/storage/storage.ts';
import { useDatabase, useEmptyDatabase } from '#test/database.ts';
import { createBackup, type Source } from '../../src/backups/create-backup.ts';
import { serverMajor } from '../../src/backups/database-facts.ts';
import { findTool, type Tool } from '../../src/backups/postgres-tools.ts';
import { restoreBackup } from '../../src/backups/restore-backup.ts';
import { verifyBackup } from '../../src/backups/verify-backup.ts';
import { fileKey, fillSource, newTarget, quietPhases } from './source.ts';

const original = useDatabase();
const empty = useEmptyDatabase();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-dump-'));
let source: Source;
let tool: Tool | undefined;

beforeAll(async () => {
  const DATABASE_URL = original.connection.connectionString ?? '';
  source = await fillSource(original, { DATA_DIR: dataDir, DATABASE_URL });
  tool = await findTool('pg_dump', await original.work.read(serverMajor));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const targetEnv = (DATABASE_URL = '') => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  DATA_DIR: newTarget(),
  DATABASE_URL,
});

async function backUp(): Promise<string> {
  const to = newTarget();
  return (await createBackup(source, { to }, quietPhases().phases)).folder;
}

describe('with a pg_dump for the server', () => {
  beforeEach(({ skip }) => {
    if (!tool) skip('no pg_dump for this server');
  });

  test('a restored database has the same rows, ledger and files', async () => {
    const folder = await backUp();
    const { phases, lines, warnings } = quietPhases();
    await verifyBackup(folder, undefined, phases);
    const env = targetEnv(empty.connectionString);
    await restoreBackup(env, { folder }, phases);
    expect(warnings).toEqual([]);
    expect(lines.map((line) => line.split('  ')[0])).toEqual([
      'hashes',
      'database',
      'files',
      'hashes',
      'database',
      'rows',
      'migrations',
      'mails held',
      'files',
      'ledger',
    ]);
    const storage = createStorage({ DATA_DIR: env.DATA_DIR, STORAGE_URL: undefined });
    expect(String(await storage.readBytes(fileKey))).toBe('a photo');
    const readSecret = (folderOfSecret: string) =>
      readFileSync(path.join(folderOfSecret, 'app-secret'), 'utf8');
    expect(readSecret(env.DATA_DIR)).toBe(readSecret(dataDir));
    const read = async (connectionString: string) => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      const { rows } = await client.query(`
        select (select jsonb_agg(p order by journal_id, line) from posting p) as postings,
          (select jsonb_agg(m order by name) from schema_migration m) as migrations,
          (select count(*)::int from mail_hold) as holds`);
      await client.end();
      return rows[0] as object;
    };
    const expected = await read(source.config.DATABASE_URL ?? '');
    expect(expected).toMatchObject({ postings: [{ line: 1 }, { line: 2 }], holds: 0 });
    expect(await read(env.DATABASE_URL)).toEqual({ ...expected, holds: 1 });
  });

  test('a database with tables is refused before anything is written', async () => {
    const env = targetEnv(source.config.DATABASE_URL);
    const folder = await backUp();
    const { phases, warnings } = quietPhases();
    await expect(restoreBackup(env, { folder }, phases)).rejects.toThrow('has tables');
    expect(warnings).toEqual([]);
  });

  test('a damaged dump is refused before anything is written', async () => {
    const folder = await backUp();
    const file = path.join(folder, 'database.dump');
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(file, bytes);
    const { phases, warnings } = quietPhases();
    const damaged = 'database.dump is damaged';
    await expect(verifyBackup(folder, undefined, phases)).rejects.toThrow(damaged);
    const env = targetEnv(empty.connectionString);
    await expect(restoreBackup(env, { folder }, phases)).rejects.toThrow(damaged);
    expect(warnings).toEqual([]);
  });

  test('a failed backup leaves no folder behind', async () => {
    const to = newTarget();
    const list = () => {
      throw new Error('The bucket does not answer.');
    };
    const broken = { ...source, storage: { ...source.storage, list } };
    await expect(createBackup(broken, { to }, quietPhases().phases)).rejects.toThrow(
      'does not answer',
    );
    expect(readdirSync(to)).toEqual([]);
  });
});

test('without a pg_dump the error names the package to install', async ({ skip }) => {
  if (tool) skip('this machine has a pg_dump for this server');
  await expect(backUp()).rejects.toThrow(/pg_dump \d+ or newer is not installed/);
});

test('a physical backup of a server of your own is refused', async () => {
  const options = { to: newTarget(), isPhysical: true };
  await expect(createBackup(source, options, quietPhases().phases)).rejects.toThrow(
    'with the embedded PostgreSQL only',
  );
});
