// A temporary folder per job, for the files of customers while they are processed.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { hourMs } from '#lib/durations.ts';

const prefix = 'weftline-speech-';
const abandonedAfterMs = hourMs;

export async function withJobFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), prefix));
  try {
    return await act(folder);
  } finally {
    // A thread that is being stopped may still write a file.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Removes folders of processes that crashed, of any process of this user on this machine. Uses the
 * system's clock, because file times do.
 */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(os.tmpdir(), name);
    const found = await stat(folder).catch(() => undefined);
    if (!found || found.uid !== process.getuid?.()) continue;
    if (Date.now() - found.mtimeMs > abandonedAfterMs)
      await rm(folder, { recursive: true, force: true });
  }
}
