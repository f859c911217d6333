import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { formatCount } from '#lib/format.ts';
import type { Passphrase } from './encryption.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { formatLacking } from './named-files.ts';
import { readPart, readSums, through } from './parts.ts';
import { formatSize, type Phases } from './phases.ts';
import { BackupError } from './problem.ts';
import { readStorageArchive } from './storage-archive.ts';
import { unpackArchive } from './tar.ts';

/** Compares every file of a backup with its SHA-256 and returns the manifest. */
export async function checkParts(
  folder: string,
  passphrase: Passphrase | undefined,
  phases: Phases,
): Promise<Manifest> {
  return phases.run('hashes', async () => {
    for (const { file, sha256 } of await readSums(folder)) {
      const hash = createHash('sha256');
      await pipeline(createReadStream(path.join(folder, file)), hash);
      if (hash.digest('hex') !== sha256)
        throw new BackupError(`${file} is damaged: its SHA-256 differs.`);
    }
    return readManifest(folder, passphrase);
  });
}

/** Reads a whole backup without restoring it. Throws with the first problem. */
export async function verifyBackup(
  folder: string,
  passphrase: Passphrase | undefined,
  phases: Phases,
): Promise<Manifest> {
  const manifest = await checkParts(folder, passphrase, phases);
  const { database, parts, files } = manifest;
  await phases.run(
    'database',
    async () => {
      const content = readPart(folder, parts.database, passphrase);
      if (database.kind === 'dump') await readDump(content);
      else await readCluster(through(content, createGunzip()));
    },
    () => formatSize(parts.database),
  );
  if (files)
    await phases.run(
      'files',
      () => readStorageArchive(folder, manifest, passphrase),
      () => `${formatSize(files)}, ${formatCount(files.count, 'file')}`,
    );
  if (files && files.lacking.length > 0)
    throw new BackupError(
      `The backup is undamaged, but not whole. ${formatLacking(files.lacking)}`,
    );
  return manifest;
}

async function readDump(content: AsyncIterable<Buffer>): Promise<void> {
  let isFirst = true;
  for await (const chunk of content) {
    if (isFirst && !chunk.subarray(0, 5).equals(Buffer.from('PGDMP')))
      throw new BackupError('The dump is not one of pg_dump.');
    isFirst = false;
  }
  if (isFirst) throw new BackupError('The dump is empty.');
}

async function readCluster(content: AsyncIterable<Buffer>): Promise<void> {
  const names = new Set<string>();
  for await (const { name } of unpackArchive(content)) names.add(name);
  for (const name of ['PG_VERSION', 'global/pg_control', 'backup_label'])
    if (!names.has(name)) throw new BackupError(`The copy of the database has no ${name}.`);
}
