import { accessSync, constants, statfsSync } from 'node:fs';
import os from 'node:os';

const memory = '/dev/shm';
// The databases that exist at the same time, and the server's write-ahead log.
const bytesNeeded = 1024 ** 3;

/**
 * The folder of temporary databases: in memory if there is enough of it. On slow disks statements
 * of the tests would take seconds.
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
