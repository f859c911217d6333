import { accessSync, constants, statfsSync } from 'node:fs';
import os from 'node:os';

const memory = '/dev/shm';
// The databases that exist at a time, and the log that the server keeps of them.
const bytesNeeded = 1024 ** 3;

/**
 * Where throw-away databases lie: in memory, where the system has room for them. On a disk that is
 * slow to take what is written, statements of the tests wait for seconds.
 */
export function fastestFolder(): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= bytesNeeded ? memory : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}
