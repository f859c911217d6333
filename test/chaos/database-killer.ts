// Kills the server of a database, also while it recovers from the kill before, and starts it again
// as its owner does: with each call that needs it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedPostgres } from '#kernel/database/embedded-postgres.ts';
import { scaledMs } from '../time-limits.ts';
import { waitUntil } from './wait-until.ts';

const startTimeoutMs = scaledMs(60_000);

export type DatabaseKiller = {
  /** Kills the postmaster, so long after it has begun to start. Its other processes notice. */
  kill(afterMs?: number): Promise<void>;
  /** Starts or joins the server. False when it does not start. */
  revive(): Promise<boolean>;
  /** Whether it was started again since the latest kill. */
  isStarted(): boolean;
};

export function createDatabaseKiller(
  postgres: Pick<EmbeddedPostgres, 'data' | 'revive'>,
): DatabaseKiller {
  const file = path.join(postgres.data, 'postmaster.pid');
  let killedPid = 0;

  async function killNext(afterMs: number): Promise<boolean> {
    const pid = readPid(file);
    if (pid === undefined || pid === killedPid) return false;
    await sleep(afterMs);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      return false;
    }
    killedPid = pid;
    return true;
  }
  const revive = () => waitUntil(startTimeoutMs, () => postgres.revive().then(isDone, isFailed));
  return {
    isStarted: () => ![undefined, killedPid].includes(readPid(file)),
    async kill(afterMs = 0) {
      if (!(await waitUntil(startTimeoutMs, () => killNext(afterMs))))
        throw new Error('The database did not start again.');
      revive();
    },
    revive,
  };
}

const isDone = () => true;
const isFailed = () => false;

/** Undefined while there is none. */
function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
