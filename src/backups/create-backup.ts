import { createReadStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#kernel/config.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { deriveKey } from '#kernel/secrets.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { formatCount } from '#lib/format.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { readArchiveState, serverMajor } from './database-facts.ts';
import { dumpDatabase, missingTool, type SavedDatabase, toolConnection } from './dump.ts';
import type { Passphrase } from './encryption.ts';
import { draftSuffix, folderName, type Kind } from './folders.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { listLackingFiles } from './named-files.ts';
import { type Part, syncFolder, writePart, writeSums } from './parts.ts';
import { formatSize, type Phases } from './phases.ts';
import { copyCluster } from './physical.ts';
import { findTool, type Tool } from './postgres-tools.ts';
import { BackupError } from './problem.ts';
import { archiveStorage } from './storage-archive.ts';

export type Source = {
  config: Pick<
    Config,
    'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'APP_SECRET' | 'BACKUP_WAL_DIR'
  >;
  database: Pick<Database, 'transaction' | 'directClient' | 'work' | 'connection'>;
  storage: Storage;
};

export type BackupOptions = {
  /** The folder that gets a folder for each backup. */
  to: string;
  passphrase?: Passphrase | undefined;
  isPhysical?: boolean;
  hasFiles?: boolean;
};

export type CreatedBackup = {
  folder: string;
  kind: Kind;
  sizeBytes: number;
  manifest: Manifest;
};

/** The new folder has its name only once it is complete. */
export async function createBackup(
  source: Source,
  { to, passphrase, isPhysical = false, hasFiles = true }: BackupOptions,
  phases: Phases,
): Promise<CreatedBackup> {
  const startedAt = new Date();
  const tool = isPhysical ? undefined : await findDumpTool(source, phases);
  if (!tool && source.config.DATABASE_URL) throw new BackupError(physicalIsEmbeddedOnly);
  await warnAboutArchive(source, phases);
  const kind = tool ? 'dump' : 'physical';
  const folder = path.join(to, folderName(kind, startedAt));
  const draft = folder + draftSuffix;
  if (existsSync(folder)) throw new BackupError(`${folder} exists already.`);
  await mkdir(to, { recursive: true, mode: 0o700 });
  await mkdir(draft, { mode: 0o700 });
  try {
    const target = { folder: draft, passphrase };
    const connection = toolConnection(source.config, source.database);
    // The database first: the files that it names exist by then.
    const saved = await phases.run(
      'database',
      () =>
        tool
          ? dumpDatabase(source.database, { connection, tool }, target)
          : copyCluster(source.database, source.config.DATA_DIR, target),
      ({ part, facts }) =>
        `${formatSize(part)}, ${formatCount(sumBy(Object.values(facts.rows), Number), 'row')}`,
    );
    const files = hasFiles ? await saveFiles(source, target, saved.named, phases) : undefined;
    const secret = await saveSecret(source.config.DATA_DIR, target);
    const parts = { database: saved.part, ...files?.parts, ...(secret && { secret }) };
    const manifest = { ...describe(source, saved, startedAt), files: files?.about ?? null, parts };
    const written = await writeManifest(draft, manifest, passphrase);
    const all = [...Object.values(parts), written];
    await writeSums(draft, all);
    await rename(draft, folder);
    await syncFolder(to);
    return { folder, kind, manifest, sizeBytes: sumBy(all, ({ sizeBytes }) => sizeBytes) };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

const sumBy = <Item>(all: readonly Item[], read: (one: Item) => number): number =>
  all.reduce((sum, one) => sum + read(one), 0);

/** Undefined when only a physical copy is possible. */
async function findDumpTool(
  { config, database }: Source,
  phases: Phases,
): Promise<Tool | undefined> {
  const major = await database.work.read(serverMajor);
  const tool = await findTool('pg_dump', major);
  if (tool) return tool;
  if (config.DATABASE_URL) throw new BackupError(missingTool('pg_dump', major));
  phases.warn(
    `${missingTool('pg_dump', major)} The backup is a physical copy instead, which only the ` +
      `embedded PostgreSQL ${major} can read.`,
  );
  return undefined;
}

async function warnAboutArchive({ config, database }: Source, phases: Phases): Promise<void> {
  if (!config.BACKUP_WAL_DIR || config.DATABASE_URL) return;
  const { isOn, failedWal } = await database.work.read(readArchiveState);
  if (!isOn) phases.warn('BACKUP_WAL_DIR has no effect until all processes are restarted.');
  if (failedWal)
    phases.warn(
      `PostgreSQL cannot archive ${failedWal} in ${config.BACKUP_WAL_DIR}: look for a full disk, ` +
        'for rights, and for another server that archives in the same folder.',
    );
}

type Target = { folder: string; passphrase: Passphrase | undefined };

async function saveFiles(
  { storage, database }: Source,
  { folder, passphrase }: Target,
  named: readonly string[],
  phases: Phases,
) {
  const { about, keys, parts } = await phases.run(
    'files',
    () => archiveStorage(storage, folder, passphrase),
    ({ about }) => `${formatSize(about)}, ${formatCount(about.count, 'file')}`,
  );
  const lacking = await listLackingFiles(database, named, keys);
  const missing = about.missing.filter((key) => !lacking.includes(key));
  if (missing.length > 0)
    phases.warn(
      `Deleted while the backup ran, and not in it: ${formatCount(missing.length, 'file')} ` +
        `(${missing.slice(0, 3).join(', ')}).`,
    );
  return { about: { ...about, missing, lacking }, parts };
}

async function saveSecret(dataDir: string, { folder, passphrase }: Target): Promise<Part | null> {
  const file = path.join(dataDir, 'app-secret');
  if (!existsSync(file)) return null;
  return writePart(folder, 'app-secret', createReadStream(file), passphrase);
}

function describe(
  { config }: Source,
  { facts, database, at }: SavedDatabase,
  startedAt: Date,
): Omit<Manifest, 'files' | 'parts'> {
  return {
    format: 1,
    product: `${packageJson.name} ${packageJson.version}`,
    startedAt: startedAt.toISOString(),
    databaseAt: at.toISOString(),
    database,
    facts,
    secretFingerprint: computeFingerprint(config.APP_SECRET[0]),
  };
}

/** Says whether two secrets are the same, and nothing else about them. */
export const computeFingerprint = (secret: string): string =>
  deriveKey(secret, 'backup fingerprint').export().toString('hex').slice(0, 16);

const physicalIsEmbeddedOnly =
  'A physical backup is possible with the embedded PostgreSQL only. For your own server see ' +
  '"With your own PostgreSQL" in docs/guides/back-up.md.';
