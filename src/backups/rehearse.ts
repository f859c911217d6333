// A backup counts only once it was restored: into a database that is dropped afterwards.
import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { systemClock } from '#kernel/clock.ts';
import { findClusterHome } from '#kernel/database/cluster-home.ts';
import { type Database, openDatabase } from '#kernel/database/open-database.ts';
import type { ServerSettings } from '#kernel/database/postgres-process.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { formatCount } from '#lib/format.ts';
import { compareFacts } from './compare-facts.ts';
import type { Source } from './create-backup.ts';
import { readFactsAtOnce } from './database-facts.ts';
import { restoreDump, toolConnection } from './dump.ts';
import type { Passphrase } from './encryption.ts';
import type { Manifest } from './manifest.ts';
import { formatLacking, listLackingFiles } from './named-files.ts';
import type { Phases } from './phases.ts';
import { BackupError } from './problem.ts';
import { replayLog, restoreCluster } from './restore-physical.ts';
import { readStorageArchive } from './storage-archive.ts';
import { checkParts } from './verify-backup.ts';

type Backup = {
  folder: string;
  passphrase: Passphrase | undefined;
  serverSettings?: ServerSettings | undefined;
};

const log = createLogger({ LOG_LEVEL: 'silent' });
const poolMax = 2;

/** Throws when the restored copy is not what was backed up. */
export async function rehearseRestore(
  source: Source,
  backup: Backup,
  phases: Phases,
): Promise<void> {
  const manifest = await checkParts(backup.folder, backup.passphrase, phases);
  const restore = manifest.database.kind === 'dump' ? restoreScratchDump : restoreScratchCluster;
  await restore(source, backup, manifest, async (copy) => {
    const { facts, named } = await phases.run('rehearsed rows', () => readFactsAtOnce(copy));
    await compareFacts(copy, { manifest, facts, hasReplay: false }, phases);
    await phases.run('rehearsed ledger', () => assertSoundLedger(copy));
    if (manifest.files) await checkFiles(source, backup, manifest, named, phases);
  });
}

type UseCopy = (copy: Database) => Promise<void>;

/** On the server of the original, which has a PostgreSQL that can read the dump. */
async function restoreScratchDump(
  { config, database }: Source,
  backup: Backup,
  manifest: Manifest,
  use: UseCopy,
): Promise<void> {
  const original = toolConnection(config, database);
  const client = await database.directClient();
  try {
    await client.query('set statement_timeout = 0');
    const name = await createScratchDatabase(client);
    try {
      const connection = toDatabase(original, name);
      const copy = connection.connectionString
        ? await openDatabase(toCopy(connection.connectionString), log, { poolMax })
        : await openDatabase(toCopy(), log, { connection, poolMax });
      try {
        await restoreDump(copy, connection, backup, manifest);
        await use(copy);
      } finally {
        await copy.close();
      }
    } finally {
      await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
    }
  } finally {
    await client.end();
  }
}

const toCopy = (DATABASE_URL?: string) => ({
  DATA_DIR: '',
  DATABASE_URL,
  PG_NAMED_STATEMENTS: true,
  DATABASE_STATEMENT_TIMEOUT_MS: 0,
});

/** One that a rehearsal before left behind, when its process was killed, is replaced. */
async function createScratchDatabase(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string; options: string }>(`
    select left(datname, 50) || '_rehearsal' as name,
      format('encoding %L lc_collate %L lc_ctype %L',
        pg_encoding_to_char(encoding), datcollate, datctype) as options
    from pg_database where datname = current_database()`);
  const { name, options } = rows[0]!;
  const quoted = pg.escapeIdentifier(name);
  try {
    await client.query(`drop database if exists ${quoted} with (force)`);
    await client.query(`create database ${quoted} template template0 ${options}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new BackupError(
      'The restore was not rehearsed: the role of DATABASE_URL may not create a database for it. ' +
        'Allow it with: alter role ... createdb;',
    );
  }
  return name;
}

/** The same server, another database. The address may name several servers. */
export function toDatabase(connection: pg.ClientConfig, name: string): pg.ClientConfig {
  const { connectionString } = connection;
  if (!connectionString) return { ...connection, database: name };
  const [, server = '', query = ''] =
    /^(\w+:\/\/[^/?]*)(?:\/[^?]*)?(\?.*)?$/.exec(connectionString) ?? [];
  return { connectionString: `${server}/${encodeURIComponent(name)}${query}` };
}

/** A second embedded server, beside the original. */
async function restoreScratchCluster(
  { config }: Source,
  { folder, passphrase, serverSettings }: Backup,
  manifest: Manifest,
  use: UseCopy,
): Promise<void> {
  const dataDir = path.join(config.DATA_DIR, 'rehearsal');
  const clear = () => {
    rmSync(path.dirname(findClusterHome(dataDir).data), { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
  };
  clear();
  try {
    await restoreCluster(dataDir, folder, manifest, passphrase);
    await replayLog(dataDir, { serverSettings });
    const copy = await openDatabase({ ...toCopy(), DATA_DIR: dataDir }, log, {
      poolMax,
      ...(serverSettings && { serverSettings }),
    });
    await use(copy).finally(() => copy.close());
  } finally {
    clear();
  }
}

async function assertSoundLedger({ work }: Database): Promise<void> {
  const { isSound, problems } = await verifyLedger({ work, clock: systemClock, log });
  if (!isSound)
    throw new BackupError(`The ledger of the restored copy is NOT sound: ${problems.join(' ')}`);
}

/** Reads every saved file, and looks for those that the restored database names. */
async function checkFiles(
  { database }: Source,
  { folder, passphrase }: Backup,
  manifest: Manifest,
  named: readonly string[],
  phases: Phases,
): Promise<void> {
  const saved = new Set<string>();
  await phases.run(
    'rehearsed files',
    () =>
      readStorageArchive(folder, manifest, passphrase, async ({ name, content }) => {
        for await (const _ of content);
        saved.add(name);
      }),
    () => formatCount(saved.size, 'file'),
  );
  const lacking = await listLackingFiles(database, named, saved);
  if (lacking.length > 0) throw new BackupError(formatLacking(lacking));
}
