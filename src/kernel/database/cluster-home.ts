// PostgreSQL refuses to run as root. When started by root, the server runs as the user "nobody" if
// that user can access cluster and binaries, else in a user namespace, else from another folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { makeForOthers, passableMode } from '../data-dir.ts';
import { copyBinaries, hasLibraryLinks, installedBinaries } from './postgres-binaries.ts';

export type ClusterHome = {
  /** The data directory. Exists once the cluster was created. */
  data: string;
  /** The folder of the server's socket, accessible only to the server's user. */
  socketDirectory: string;
  /** The folder of `bin/`, `lib/` and `share/`. */
  native: string;
  /** The major version of the binaries, such as "18". */
  major: string;
  runAs: RunAs;
};

export type RunAs = {
  /** A command that runs its remaining arguments, or nothing. */
  prefix: readonly string[];
  /** Set when another user than ours runs the server. */
  uid?: number;
  gid?: number;
  /** The user that must own the cluster's files. */
  ownerUid: number;
};

// Paths of sockets are limited to 104 bytes on macOS and 108 on Linux.
const socketPathMax = 100;
const systemRoot = '/var/lib/weftline';
const isRoot = process.getuid?.() === 0;

/** Decides on the folder of the cluster, usually in DATA_DIR, and on the user that runs it. */
export function findClusterHome(dataDir: string): ClusterHome {
  mkdirSync(dataDir, { recursive: true, mode: passableMode });
  const real = realpathSync(dataDir);
  const installed = installedBinaries();
  const isComplete = hasLibraryLinks(installed.native);
  const major = installed.version.split('.')[0] ?? '';
  const inside = path.join(real, 'postgres');
  if (!isRoot) {
    const native = isComplete ? installed.native : copyBinaries(installed, real);
    return homeAt(readPointer(real) ?? inside, native, major, serverUser());
  }
  const isReachable = isComplete && isOpenToOthers(realpathSync(installed.native));
  const isInsideReachable = isOpenToOthers(real) && !readPointer(real);
  if (isComplete && !readPointer(real) && !(isReachable && isInsideReachable)) {
    const namespace = namespaceFor(real, installed.native);
    if (namespace) return homeAt(inside, installed.native, major, namespace);
  }
  const native = isReachable ? installed.native : copyBinaries(installed, systemRoot);
  const directory = isInsideReachable ? inside : placeOutsideDataDir(real);
  return homeAt(directory, native, major, serverUser());
}

/** The user that can run PostgreSQL directly: "nobody" for root, else the current user. */
export function serverUser(): RunAs {
  if (!isRoot) return { prefix: [], ownerUid: process.getuid?.() ?? 0 };
  const readId = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { stdio: 'pipe' }));
  const uid = readId('-u');
  return { prefix: [], uid, gid: readId('-g'), ownerUid: uid };
}

/** Makes the user that runs the server the owner of the cluster's folders. */
export function takeOwnership({ data, socketDirectory, runAs }: ClusterHome): void {
  makeForOthers(() => mkdirSync(path.dirname(data), { recursive: true, mode: passableMode }));
  mkdirSync(socketDirectory, { recursive: true, mode: 0o700 });
  for (const folder of [socketDirectory, data]) if (existsSync(folder)) changeOwner(runAs, folder);
}

export function changeOwner({ ownerUid, gid = 0 }: RunAs, folder: string): void {
  const found = lstatSync(folder);
  if (found.isSymbolicLink()) throw new Error(`${folder} must not be a symbolic link`);
  if (found.uid === ownerUid) return;
  if (!isRoot) {
    throw new Error(
      `${folder} belongs to another user (uid ${found.uid}): ` +
        'start as that user, or set DATA_DIR to a folder of your own.',
    );
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(folder, name), ownerUid, gid);
  }
  lchownSync(folder, ownerUid, gid);
}

function homeAt(directory: string, native: string, major: string, runAs: RunAs): ClusterHome {
  const beside = path.join(directory, 'socket');
  const isShort = path.join(beside, '.s.PGSQL.5432').length <= socketPathMax;
  // Not os.tmpdir(): processes with a different TMPDIR must use the same socket.
  const socketDirectory = isShort ? beside : `/tmp/weftline-${shortHash(directory)}`;
  if (!isShort) assertOwnFolder(socketDirectory, runAs);
  return { data: path.join(directory, 'data'), socketDirectory, native, major, runAs };
}

// /tmp is world-writable: a folder created by another user could lead to their server.
function assertOwnFolder(folder: string, { ownerUid }: RunAs): void {
  if (!existsSync(folder)) return;
  const found = lstatSync(folder);
  if (found.isDirectory() && [ownerUid, process.getuid?.()].includes(found.uid)) return;
  throw new Error(`${folder} was created by another user (uid ${found.uid}): remove it.`);
}

/** A user namespace, where allowed, that maps root to "nobody"; root still owns the files. */
function namespaceFor(dataDir: string, native: string): RunAs | undefined {
  const { uid, gid } = serverUser();
  const prefix = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  const canWork = 'test -w "$0" && test -x "$1" && test "$(id -u)" != 0';
  const [command = '', ...args] = [...prefix, '/bin/sh', '-c', canWork, dataDir];
  const probe = spawnSync(command, [...args, path.join(native, 'bin/initdb')], { stdio: 'ignore' });
  return probe.status === 0 ? { prefix, ownerUid: 0 } : undefined;
}

function placeOutsideDataDir(dataDir: string): string {
  const known = readPointer(dataDir);
  if (known) return known;
  if (existsSync(path.join(dataDir, 'postgres/data'))) {
    throw new Error(
      `The database in ${dataDir}/postgres can't be opened: root may not run PostgreSQL, and ` +
        'nobody may not enter that folder. Set DATA_DIR to a folder that other users may enter.',
    );
  }
  const directory = path.join(systemRoot, shortHash(dataDir));
  makeForOthers(() => mkdirSync(directory, { recursive: true, mode: 0o755 }));
  writeFileSync(pointerFile(dataDir), `${directory}\n`);
  return directory;
}

/** The folder of this DATA_DIR's cluster when it is elsewhere. */
function readPointer(dataDir: string): string | undefined {
  const file = pointerFile(dataDir);
  if (!existsSync(file)) return undefined;
  const directory = readFileSync(file, 'utf8').trim();
  if (existsSync(directory)) return directory;
  throw new Error(
    `${file} says that the database is in ${directory}, which is missing: ` +
      'put it back, or delete that file to begin with an empty database.',
  );
}

function pointerFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.location');
}

function isOpenToOthers(folder: string): boolean {
  const canEnter = (statSync(folder).mode & 0o001) !== 0;
  const parent = path.dirname(folder);
  return canEnter && (parent === folder || isOpenToOthers(parent));
}

function shortHash(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 12);
}
