// The files of the embedded server while it runs, by PostgreSQL's low-level backup calls: its npm
// package has no pg_basebackup. The log of the meantime makes the copy consistent.
import { type FileHandle, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { findClusterHome } from '#kernel/database/cluster-home.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { readFactsAtOnce } from './database-facts.ts';
import type { SavedDatabase } from './dump.ts';
import type { Passphrase } from './encryption.ts';
import { through, writePart } from './parts.ts';
import { BackupError } from './problem.ts';
import { type NewEntry, packArchive } from './tar.ts';

type Copy = { client: pg.Client; data: string; label: string };
/** Known once everything is copied. */
type Moment = { at: Date };
type Stopped = { label: string; tablespaces: string; last_segment: string; at: Date };

// As pg_basebackup leaves them out: the server creates their content when it starts.
const emptiedFolders = /^pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)$/;
const skippedFiles =
  /^(postmaster\.(pid|opts)|(backup_label|tablespace_map)(\.old)?|.*\.signal|pg_internal\.init.*)$/;
const temporary = /^pgsql_tmp/;
const controlFile = 'global/pg_control';
const segmentShape = /^[0-9A-F]{24}$/;
const compressionLevel = 1;

export async function copyCluster(
  database: Pick<Database, 'directClient' | 'transaction'>,
  dataDir: string,
  { folder, passphrase }: { folder: string; passphrase: Passphrase | undefined },
): Promise<SavedDatabase> {
  const { data, major } = findClusterHome(dataDir);
  const client = await database.directClient();
  try {
    await client.query('set statement_timeout = 0');
    // Keeps the log of the meantime until this connection ends.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `weftline_backup_${process.pid}`,
    ]);
    const { facts, named } = await readFactsAtOnce(database);
    const moment: Moment = { at: new Date() };
    const entries = listEntries({ client, data, label: path.basename(folder) }, moment);
    const archive = through(packArchive(entries), createGzip({ level: compressionLevel }));
    const part = await writePart(folder, 'database.tar.gz', archive, passphrase);
    const platform = `${process.platform}-${process.arch}`;
    const about = { serverMajor: Number(major), platform };
    return { part, facts, named, at: moment.at, database: { kind: 'physical', ...about } };
  } finally {
    await client.end();
  }
}

async function* listEntries(
  { client, data, label }: Copy,
  moment: Moment,
): AsyncGenerator<NewEntry> {
  await client.query('select pg_backup_start($1, true)', [label]);
  yield* listFolder(data, '');
  yield* openFile(data, controlFile);
  const { rows } = await client.query<Stopped>(
    `select labelfile as label, spcmapfile as tablespaces, pg_walfile_name(lsn) as last_segment,
       clock_timestamp() as at
     from pg_backup_stop(wait_for_archive => false)`,
  );
  const stopped = rows[0]!;
  if (stopped.tablespaces) throw new BackupError('Tablespaces are not supported.');
  moment.at = stopped.at;
  const [, firstSegment = ''] =
    /START WAL LOCATION: .* \(file ([0-9A-F]{24})\)/.exec(stopped.label) ?? [];
  const bytes = Buffer.from(stopped.label);
  yield {
    name: 'backup_label',
    type: 'file',
    sizeBytes: bytes.length,
    content: Readable.from([bytes]),
  };
  yield* listSegments(data, firstSegment, stopped.last_segment);
}

/** Files may appear, grow and disappear meanwhile: the log repeats what happened. */
async function* listFolder(data: string, folder: string): AsyncGenerator<NewEntry> {
  for (const item of await readFolder(path.join(data, folder))) {
    if (temporary.test(item.name) || skippedFiles.test(item.name)) continue;
    const name = path.posix.join(folder, item.name);
    if (item.isDirectory()) {
      yield { name, type: 'folder', sizeBytes: 0, content: Readable.from([]) };
      if (!emptiedFolders.test(name)) yield* listFolder(data, name);
    } else if (item.isFile() && name !== controlFile) yield* openFile(data, name);
  }
}

async function readFolder(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function* openFile(data: string, name: string): AsyncGenerator<NewEntry> {
  let handle: FileHandle;
  try {
    handle = await open(path.join(data, name), 'r');
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  try {
    const { size } = await handle.stat();
    const content = handle.createReadStream({ autoClose: false });
    yield { name, type: 'file', sizeBytes: size, content };
  } finally {
    await handle.close();
  }
}

async function* listSegments(data: string, first: string, last: string): AsyncGenerator<NewEntry> {
  const all = (await readdir(path.join(data, 'pg_wal'))).filter((name) => segmentShape.test(name));
  const needed = all.filter((name) => name >= first && name <= last).sort();
  if (needed[0] !== first || needed.at(-1) !== last)
    throw new BackupError('The server removed log that the backup needs: run it again.');
  for (const name of needed) yield* openFile(data, `pg_wal/${name}`);
}

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT';
