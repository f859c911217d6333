// Who may read what is stored in DATA_DIR: the files of customers, mails and secrets.
import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

const userId = process.getuid?.() ?? 0;
/**
 * Of DATA_DIR and of the folder of the embedded PostgreSQL in it. Where root starts it, it runs as
 * "nobody", who has to pass through both, and can list neither.
 */
export const passableMode = userId === 0 ? 0o711 : 0o700;

/**
 * What this process and its children make from now on is for their user alone. So is what DATA_DIR
 * has already: once, because it is closed after all in it. Called before files are made.
 */
export function closeDataDir(dataDir: string): void {
  process.umask(0o077);
  const found = statSync(dataDir, { throwIfNoEntry: false });
  const isOurs = userId === 0 || found?.uid === userId;
  if (!found || !isOurs || isClosed(found.mode, passableMode)) return;
  for (const name of readdirSync(dataDir))
    close(path.join(dataDir, name), name === 'postgres' ? passableMode : 0o700);
  chmodSync(dataDir, found.mode & passableMode);
}

const isClosed = (mode: number, allowed: number) => (mode & 0o777 & ~allowed) === 0;

/** What is in a closed folder is closed: nobody else gets there. Links are left as they are. */
function close(place: string, allowed: number): void {
  try {
    const found = lstatSync(place);
    if (isClosed(found.mode, allowed) || !(found.isFile() || found.isDirectory())) return;
    if (found.isDirectory())
      for (const name of readdirSync(place)) close(path.join(place, name), 0o700);
    chmodSync(place, found.mode & allowed);
  } catch (error) {
    // Another process has removed it, or it belongs to another user.
    if (!/^(ENOENT|EPERM|EACCES)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Makes what another user has to read, such as the programs that "nobody" runs for root. */
export function makeForOthers<T>(make: () => T): T {
  // Threads have the mask of their process and can't change it.
  if (!isMainThread) return make();
  const before = process.umask(0o022);
  try {
    return make();
  } finally {
    process.umask(before);
  }
}
