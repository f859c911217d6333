// A folder for one piece of work. What customers send lies there while it is worked on, no longer.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const prefix = 'weftline-speech-';
const leftAfterMs = 3_600_000;

export async function inJobFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), prefix));
  try {
    return await act(folder);
  } finally {
    // A thread that is being ended may write another file meanwhile.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Removes what processes left behind that died in the middle of their work. By the system's own
 * time, as the files are: the folders of every process on this machine stand side by side.
 */
export async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(os.tmpdir(), name);
    const changed = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - changed > leftAfterMs) await rm(folder, { recursive: true, force: true });
  }
}
