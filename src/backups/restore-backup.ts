// Restores a backup into an empty place, and checks that the copy is what was backed up.
import { createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { systemClock } from '#kernel/clock.ts';
import type { Config } from '#kernel/config.ts';
import { migrateDatabase, readMigrations } from '#kernel/database/migrate.ts';
import { type Database, openDatabase } from '#kernel/database/open-database.ts';
import type { ServerSettings } from '#kernel/database/postgres-process.ts';
import { holdMails } from '#kernel/mail/mail-hold-store.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { createStorage } from '#kernel/storage/storage.ts';
import { formatCount, formatUtcDateTime } from '#lib/format.ts';
import { readAppConfig } from '../app-config.ts';
import { compareFacts } from './compare-facts.ts';
import { computeFingerprint } from './create-backup.ts';
import { hasTables, readFactsAtOnce } from './database-facts.ts';
import { restoreDump, toolConnection } from './dump.ts';
import type { Passphrase } from './encryption.ts';
import type { Manifest } from './manifest.ts';
import { formatLacking } from './named-files.ts';
import { readPart } from './parts.ts';
import { formatSize, type Phases } from './phases.ts';
import { BackupError } from './problem.ts';
import { replayLog, restoreCluster } from './restore-physical.ts';
import { restoreStorage } from './storage-archive.ts';
import { checkParts } from './verify-backup.ts';

export type RestoreOptions = {
  /** The backup. */
  folder: string;
  passphrase?: Passphrase | undefined;
  until?: Date | 'latest' | undefined;
  /** The archive of the log, instead of BACKUP_WAL_DIR. */
  walFolder?: string | undefined;
  hasFiles?: boolean;
  serverSettings?: ServerSettings;
};

type Environment = Record<string, string | undefined>;

// Models of speech are not part of a backup and may have been put back before.
const mayExist = ['speech-models'];

/**
 * `env` names the target: DATA_DIR, DATABASE_URL, STORAGE_URL. Throws before anything is written
 * when the backup is damaged, or the target is not empty.
 */
export async function restoreBackup(
  env: Environment,
  options: RestoreOptions,
  phases: Phases,
): Promise<{ DATA_DIR: string; databaseAt: string }> {
  const { folder, passphrase, hasFiles = true } = options;
  // Any secret will do until that of the backup is in its place: none must be created there.
  const target = readAppConfig({ ...env, APP_SECRET: env.APP_SECRET || '-'.repeat(32) });
  assertEmptyFolder(target.DATA_DIR);
  const manifest = await checkParts(folder, passphrase, phases);
  const hasReplay = assertPossible(target, options, manifest);
  const keepsFiles = hasFiles && manifest.files !== null;
  if (keepsFiles) await assertEmptyStorage(createStorage(target).list());
  if (target.DATABASE_URL) await assertEmptyDatabase(target);
  try {
    await fillTarget(target, options, { manifest, hasReplay, keepsFiles }, phases);
  } catch (error) {
    phases.warn('The target is incomplete. Empty it before you try again.');
    throw error;
  }
  const lacking = manifest.files?.lacking ?? [];
  if (keepsFiles && lacking.length > 0)
    phases.warn(`The backup is not whole. ${formatLacking(lacking)}`);
  warnAboutSecret(env, manifest, phases);
  return { DATA_DIR: target.DATA_DIR, databaseAt: manifest.databaseAt };
}

type Task = { manifest: Manifest; hasReplay: boolean; keepsFiles: boolean };

async function fillTarget(
  target: Config,
  options: RestoreOptions,
  { manifest, hasReplay, keepsFiles }: Task,
  phases: Phases,
): Promise<void> {
  const { folder, passphrase, serverSettings } = options;
  mkdirSync(target.DATA_DIR, { recursive: true });
  if (manifest.database.kind === 'physical')
    await restorePhysical(target, options, manifest, phases);
  const log = quietLogger(target);
  const database = await openDatabase(target, log, serverSettings && { serverSettings });
  try {
    if (manifest.database.kind === 'dump')
      await phases.run('database', () =>
        restoreDump(database, toolConnection(target, database), options, manifest),
      );
    const { facts } = await phases.run('rows', () => readFactsAtOnce(database));
    // Before anything can fail, so that no copy sends the mails of the original.
    await finishDatabase(database, manifest, phases);
    await compareFacts(database, { manifest, facts, hasReplay }, phases);
    if (manifest.parts.secret) await restoreSecret(target.DATA_DIR, options, manifest);
    if (keepsFiles)
      await phases.run(
        'files',
        () => restoreStorage(createStorage(target), folder, manifest, passphrase),
        () => formatSize(manifest.files ?? { sizeBytes: 0 }),
      );
    await phases.run('ledger', () => assertSoundLedger(database, log));
  } finally {
    await database.close();
  }
}

const quietLogger = (config: Config) =>
  createLogger({ LOG_LEVEL: config.LOG_LEVEL === 'silent' ? 'silent' : 'warn' });

function assertEmptyFolder(dataDir: string): void {
  const found = existsSync(dataDir) ? readdirSync(dataDir) : [];
  const other = found.filter((name) => !mayExist.includes(name));
  if (other.length > 0)
    throw new BackupError(
      `${dataDir} is not empty (${other.slice(0, 3).join(', ')}): restore into another folder ` +
        'with --into, or move this one away.',
    );
}

async function assertEmptyDatabase(target: Config): Promise<void> {
  const database = await openDatabase(target, quietLogger(target));
  try {
    if (await database.work.read(hasTables))
      throw new BackupError('The database of DATABASE_URL has tables: restore into an empty one.');
  } finally {
    await database.close();
  }
}

async function assertEmptyStorage(keys: AsyncIterable<string>): Promise<void> {
  for await (const key of keys)
    throw new BackupError(
      `The storage is not empty (${key}): restore into another one, or use --without-files if ` +
        'its files are complete.',
    );
}

/** Whether log of the archive is replayed, so that the copy is newer than the backup. */
function assertPossible(target: Config, options: RestoreOptions, manifest: Manifest): boolean {
  const { until } = options;
  const known = new Map(readMigrations().map(({ name, sha256 }) => [name, sha256]));
  for (const { name, sha256 } of manifest.facts.migrations)
    if (known.get(name) !== sha256)
      throw new BackupError(
        `The backup has the migration ${name}, which this version of the software does not have ` +
          'in the same form: restore with the version that made the backup, or a newer one.',
      );
  if (manifest.database.kind === 'physical' && target.DATABASE_URL)
    throw new BackupError(
      'This is a physical backup of the embedded PostgreSQL: unset DATABASE_URL to restore it.',
    );
  if (!until) return false;
  if (manifest.database.kind === 'dump')
    throw new BackupError('--until needs a physical backup: a dump has one moment only.');
  if (!(options.walFolder ?? target.BACKUP_WAL_DIR))
    throw new BackupError('--until needs the archive of the log: set BACKUP_WAL_DIR, or --wal.');
  if (until !== 'latest' && until.getTime() < Date.parse(manifest.databaseAt))
    throw new BackupError(
      `The backup is newer than that: it ended at ${manifest.databaseAt}. Use an older one.`,
    );
  return true;
}

async function restorePhysical(
  target: Config,
  options: RestoreOptions,
  manifest: Manifest,
  phases: Phases,
): Promise<void> {
  const { folder, passphrase, until, serverSettings } = options;
  const { DATA_DIR, BACKUP_WAL_DIR } = target;
  await phases.run(
    'database',
    () => restoreCluster(DATA_DIR, folder, manifest, passphrase),
    () => formatSize(manifest.parts.database),
  );
  const walFolder = options.walFolder ?? BACKUP_WAL_DIR;
  await phases.run('log', () =>
    replayLog(DATA_DIR, { until, walFolder, ownWalFolder: BACKUP_WAL_DIR, serverSettings }),
  );
}

async function restoreSecret(
  dataDir: string,
  { folder, passphrase }: RestoreOptions,
  { parts }: Manifest,
): Promise<void> {
  if (!parts.secret) return;
  const file = path.join(dataDir, 'app-secret');
  const content = Readable.from(readPart(folder, parts.secret, passphrase));
  await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
}

async function finishDatabase(
  database: Database,
  { databaseAt }: Manifest,
  phases: Phases,
): Promise<void> {
  await phases.run(
    'migrations',
    () => migrateDatabase(database),
    (applied) => `${formatCount(applied.length)} applied`,
  );
  const reason = `Restored from the backup of ${formatUtcDateTime(databaseAt)}.`;
  await phases.run('mails held', () => holdMails(database.write, reason));
}

async function assertSoundLedger(
  { work }: Database,
  log: ReturnType<typeof createLogger>,
): Promise<void> {
  const { isSound, problems } = await verifyLedger({ work, clock: systemClock, log });
  if (!isSound) throw new BackupError(`The ledger is NOT sound: ${problems.join(' ')}`);
}

/** The secret is in DATA_DIR now, or in the environment. */
function warnAboutSecret(env: Environment, manifest: Manifest, phases: Phases): void {
  const isKnown = readAppConfig(env).APP_SECRET.some(
    (secret) => computeFingerprint(secret) === manifest.secretFingerprint,
  );
  if (!isKnown)
    phases.warn(
      'APP_SECRET is not the one of the backup: sessions, signed links and encrypted credentials ' +
        'are lost unless you set it before the start.',
    );
}
