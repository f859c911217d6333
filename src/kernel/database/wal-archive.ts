// The archive of the embedded server's write-ahead log: compressed segments, each complete on disk
// before it has its name, and never overwritten. With a physical backup it leads to any later time.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { changeOwner, type RunAs } from './cluster-home.ts';

/** The longest time for which a committed change is not in the archive yet. */
const timeoutSeconds = 60;

/**
 * Settings that make the server archive in `folder`, which is created. Throws when the user that
 * runs the server cannot write there.
 */
export function archiveSettings(runAs: RunAs, folder: string): Record<string, string | number> {
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    changeOwner(runAs, folder);
  }
  const { uid, gid, prefix } = runAs;
  const [command = '', ...args] = [...prefix, '/bin/sh', '-c', 'test -w "$0"', folder];
  const ids = { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) };
  if (spawnSync(command, args, { ...ids, cwd: '/', stdio: 'ignore' }).status !== 0)
    throw new Error(
      `BACKUP_WAL_DIR: the user that runs PostgreSQL (uid ${uid ?? process.getuid?.()}) cannot ` +
        `write to ${folder}. Make that user the owner, and let it enter the folders above.`,
    );
  return {
    archive_mode: 'on',
    archive_timeout: timeoutSeconds,
    archive_command: archiveCommand(folder),
  };
}

/**
 * For `archive_command`. A segment that is there already counts as archived only when it is the
 * same: PostgreSQL repeats the command after a crash, but two servers must not share a folder.
 */
export function archiveCommand(folder: string): string {
  return [
    `target=${quote(path.join(folder, '%f.gz'))}`,
    `if [ -e "$target" ]; then gzip -dc "$target" | cmp -s - "%p"; exit $?; fi`,
    'draft="$target.$$.part"',
    // A hard link fails when the name exists, unlike a rename.
    'gzip -1 -c "%p" > "$draft" && sync "$draft" && ln "$draft" "$target"',
    'result=$?',
    'rm -f "$draft"',
    `[ $result -ne 0 ] || sync ${quote(folder)}`,
    'exit $result',
  ].join('; ');
}

/** For `restore_command`: fails when the archive does not have the file. */
export function restoreCommand(folder: string): string {
  const source = quote(path.join(folder, '%f.gz'));
  return `[ -e ${source} ] && gzip -dc ${source} > "%p"`;
}

/** For the shell; PostgreSQL replaces `%f` and `%p`, and needs any other `%` twice. */
function quote(file: string): string {
  const doubled = file.replaceAll(/%(?!f\.gz$)/g, '%%');
  return `'${doubled.replaceAll("'", `'\\''`)}'`;
}
