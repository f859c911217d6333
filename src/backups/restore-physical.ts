// A physical copy becomes the embedded server of an empty DATA_DIR, and its log is replayed.
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { findClusterHome } from '#kernel/database/cluster-home.ts';
import { type ServerSettings, startServer } from '#kernel/database/postgres-process.ts';
import { archiveSettings, restoreCommand } from '#kernel/database/wal-archive.ts';
import { dayMs } from '#lib/durations.ts';
import type { Passphrase } from './encryption.ts';
import type { Manifest } from './manifest.ts';
import { readPart, through } from './parts.ts';
import { BackupError } from './problem.ts';
import { unpackArchive } from './tar.ts';

export type Replay = {
  /** `latest` replays everything in the archive; without it the copy is as it was made. */
  until?: Date | 'latest' | undefined;
  /** The archive that is read. */
  walFolder?: string | undefined;
  /** The archive of the restored server, which continues on a timeline of its own. */
  ownWalFolder?: string | undefined;
  serverSettings?: ServerSettings | undefined;
};

export async function restoreCluster(
  dataDir: string,
  folder: string,
  { parts, database }: Manifest,
  passphrase: Passphrase | undefined,
): Promise<void> {
  const { data, major } = findClusterHome(dataDir);
  const platform = `${process.platform}-${process.arch}`;
  if (database.kind !== 'physical') throw new BackupError('This is no physical backup.');
  if (database.serverMajor !== Number(major) || database.platform !== platform)
    throw new BackupError(
      `A physical backup of PostgreSQL ${database.serverMajor} on ${database.platform} can't be ` +
        `read by PostgreSQL ${major} on ${platform}.`,
    );
  if (existsSync(data)) throw new BackupError(`${data} exists already: move it away.`);
  // The user that runs the server must get through to its files.
  mkdirSync(path.dirname(data), { recursive: true, mode: 0o755 });
  mkdirSync(data, { mode: 0o700 });
  const packed = readPart(folder, parts.database, passphrase);
  for await (const { name, type, content } of unpackArchive(through(packed, createGunzip()))) {
    const place = path.join(data, name);
    if (!place.startsWith(data + path.sep)) throw new BackupError(`${name} is outside the folder.`);
    if (type === 'folder') await mkdir(place, { mode: 0o700, recursive: true });
    else await pipeline(content, createWriteStream(place, { flags: 'wx', mode: 0o600 }));
  }
}

/** Starts the restored server, lets it replay its log, and stops it. */
export async function replayLog(
  dataDir: string,
  { until, walFolder, ownWalFolder, serverSettings }: Replay,
): Promise<void> {
  const home = findClusterHome(dataDir);
  await writeFile(path.join(home.data, 'recovery.signal'), '', { mode: 0o600 });
  const settings = {
    ...serverSettings,
    ...(ownWalFolder && archiveSettings(home.runAs, ownWalFolder)),
    // Without an archive the log within the copy is all there is.
    restore_command: walFolder ? restoreCommand(walFolder) : 'false',
    hot_standby: 'off',
    recovery_target_action: 'promote',
    ...toTarget(until),
  };
  try {
    const server = await startServer(home, settings, dayMs);
    await server.stop();
  } catch (error) {
    throw isTooLate(error) ? new BackupError(tooLate) : error;
  }
}

function toTarget(until: Replay['until']): ServerSettings {
  if (until === 'latest') return {};
  // PostgreSQL does not accept the Z of ISO 8601 here.
  if (until) return { recovery_target_time: until.toISOString().replace('Z', '+00') };
  // The archive may have timelines that do not lead to this copy.
  return { recovery_target: 'immediate', recovery_target_timeline: 'current' };
}

const isTooLate = (error: unknown): boolean =>
  /recovery ended before configured recovery target/.test(String(error));

const tooLate =
  'The archive has no change after that time, so it may be incomplete. ' +
  'Empty the target, and restore with --until latest to get everything that it has.';
