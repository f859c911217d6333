// PostgreSQL refuses to run as root. Where root starts us, the server runs as nobody when nobody
// can reach both cluster and binaries, else within a user namespace, else from a place of its own.
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
import { copyBinaries, hasLibraryLinks, installedBinaries } from './postgres-binaries.ts';

export type ClusterHome = {
  /** What PostgreSQL keeps. Exists once a cluster was made. */
  data: string;
  /** Holds the server's socket, readable by the server's user alone. */
  socketDirectory: string;
  /** The folder of `bin/`, `lib/` and `share/`. */
  native: string;
  /** The major version of the binaries, such as "18". */
  major: string;
  runAs: RunAs;
};

export type RunAs = {
  /** A command that runs the rest of its arguments, or nothing. */
  prefix: readonly string[];
  /** Set when another user than ours runs the server. */
  uid?: number;
  gid?: number;
  /** The user who must own the cluster's files. */
  ownerUid: number;
};

// The kernel's limit for a socket's path is 104 bytes on macOS and 108 on Linux.
const socketPathMax = 100;
const systemRoot = '/var/lib/weftline';
const isRoot = process.getuid?.() === 0;

/** Decides where below DATA_DIR (or beside it) the cluster lives and who runs it. */
export function openClusterHome(dataDir: string): ClusterHome {
  mkdirSync(dataDir, { recursive: true });
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
  const directory = isInsideReachable ? inside : placeElsewhere(real);
  return homeAt(directory, native, major, serverUser());
}

/** Who can run PostgreSQL here without further ado: nobody for root, else ourselves. */
export function serverUser(): RunAs {
  if (!isRoot) return { prefix: [], ownerUid: process.getuid?.() ?? 0 };
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { stdio: 'pipe' }));
  const uid = idOf('-u');
  return { prefix: [], uid, gid: idOf('-g'), ownerUid: uid };
}

/** Makes the cluster's folders belong to the user who runs the server. */
export function takeOwnership({ data, socketDirectory, runAs }: ClusterHome): void {
  mkdirSync(path.dirname(data), { recursive: true, mode: 0o755 });
  mkdirSync(socketDirectory, { recursive: true, mode: 0o700 });
  for (const folder of [socketDirectory, data]) if (existsSync(folder)) giveTo(runAs, folder);
}

export function giveTo({ ownerUid, gid = 0 }: RunAs, folder: string): void {
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
  // Not os.tmpdir(): two processes with different TMPDIR must meet at the same socket.
  const socketDirectory = isShort ? beside : `/tmp/weftline-${shortHash(directory)}`;
  if (!isShort) refuseStranger(socketDirectory, runAs);
  return { data: path.join(directory, 'data'), socketDirectory, native, major, runAs };
}

// Everybody may write to /tmp: a folder that another user put there could lead to their server.
function refuseStranger(folder: string, { ownerUid }: RunAs): void {
  if (!existsSync(folder)) return;
  const found = lstatSync(folder);
  if (found.isDirectory() && [ownerUid, process.getuid?.()].includes(found.uid)) return;
  throw new Error(`${folder} was made by another user (uid ${found.uid}): remove it.`);
}

/** A user namespace in which root is called nobody, where one is allowed; root keeps the files. */
function namespaceFor(dataDir: string, native: string): RunAs | undefined {
  const { uid, gid } = serverUser();
  const prefix = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  const canWork = 'test -w "$0" && test -x "$1" && test "$(id -u)" != 0';
  const [command = '', ...args] = [...prefix, '/bin/sh', '-c', canWork, dataDir];
  const probe = spawnSync(command, [...args, path.join(native, 'bin/initdb')], { stdio: 'ignore' });
  return probe.status === 0 ? { prefix, ownerUid: 0 } : undefined;
}

function placeElsewhere(dataDir: string): string {
  const known = readPointer(dataDir);
  if (known) return known;
  if (existsSync(path.join(dataDir, 'postgres/data'))) {
    throw new Error(
      `The database in ${dataDir}/postgres can't be opened: root may not run PostgreSQL, and ` +
        'nobody may not enter that folder. Set DATA_DIR to a folder that other users may enter.',
    );
  }
  const directory = path.join(systemRoot, shortHash(dataDir));
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  writeFileSync(pointerFile(dataDir), `${directory}\n`);
  return directory;
}

/** Where the cluster of this DATA_DIR lives when that is not within it. */
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
