// Whether the clock of this process can be trusted with money: it agrees with the database's, and
// has not jumped while the process ran.
import os from 'node:os';
import { dayMs, minuteMs, secondMs } from '#lib/durations.ts';
import { formatCount, formatWait } from '#lib/format.ts';
import type { Clock } from './clock.ts';
import type { Logger } from './observability/logging.ts';

export type ClockWatch = {
  /**
   * Null while the clock is right, otherwise one sentence for staff. Rejects when the database does
   * not respond.
   */
  findFault(): Promise<string | null>;
};

export type ClockSources = {
  clock: Clock;
  readDatabaseTime: () => Promise<Date>;
  /** Of the machine, which goes on while it sleeps and ignores changes of the clock. */
  readUptimeMs?: () => number;
  log: Pick<Logger, 'error' | 'info'>;
};

const differenceMsMax = 2 * minuteMs;
const jumpMsMax = dayMs;

function formatLength(ms: number): string {
  const days = Math.round(Math.abs(ms) / dayMs);
  return days >= 3 ? formatCount(days, 'day') : formatWait(Math.abs(ms) / secondMs);
}

/** The start of the process is the point from which a jump is measured. */
export function createClockWatch({
  clock,
  readDatabaseTime,
  readUptimeMs = () => os.uptime() * secondMs,
  log,
}: ClockSources): ClockWatch {
  const readOffsetMs = () => clock.now().getTime() - readUptimeMs();
  const offsetMsAtStart = readOffsetMs();
  let last: string | null = null;

  async function judge(): Promise<string | null> {
    const databaseTime = await readDatabaseTime();
    const aheadMs = clock.now().getTime() - databaseTime.getTime();
    if (Math.abs(aheadMs) > differenceMsMax)
      return `The clock of this process is ${formatLength(aheadMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the database. Set the wrong one right.`;
    const jumpMs = readOffsetMs() - offsetMsAtStart;
    if (Math.abs(jumpMs) > jumpMsMax)
      return `The clock jumped ${jumpMs > 0 ? 'ahead' : 'back'} by ${formatLength(jumpMs)} while this process ran. Set it right, or restart the process if it is right now.`;
    return null;
  }

  return {
    async findFault() {
      const fault = await judge();
      if (fault && !last) log.error({ fault }, 'the clock is wrong: work with money waits');
      if (!fault && last) log.info('the clock is right again: work with money goes on');
      last = fault;
      return fault;
    },
  };
}
