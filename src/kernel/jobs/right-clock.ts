// Jobs that declare `needsRightClock` wait while the clock of the process is wrong. All of them pass
// here, whatever runs them.
import { dayMs } from '#lib/durations.ts';
import type { ClockWatch } from '../clock-watch.ts';
import type { Tx } from '../database/database.ts';
import type { Work } from '../database/work.ts';
import { defineEvent, type Events } from '../events/events.ts';
import type { Logger } from '../observability/logging.ts';
import type { QueueOptions } from './declare-queues.ts';
import type { JobHandler, Jobs } from './jobs.ts';

/** At most once a day from a process, while jobs wait. */
export const clockWrong = defineEvent<{ fault: string }>('kernel.clock_wrong');

const waitSeconds = 60;
const alertMs = dayMs;

type Deps = {
  clockWatch: ClockWatch;
  work: Pick<Work, 'write'>;
  events: Events;
  log: Pick<Logger, 'warn'>;
};

/**
 * A scheduled queue does nothing and runs again at its next time. Any other job is sent again, with
 * all its attempts, and runs a minute later.
 */
export function waitForRightClock<T extends Jobs>(jobs: T, deps: Deps): T {
  const scheduled = new Set<string>();
  const alert = createAlert(deps);

  function define<D extends object>(
    queue: string,
    options: QueueOptions,
    handler: JobHandler<D>,
  ): void {
    jobs.define<D>(queue, options, async (data, job) => {
      const fault = options.needsRightClock ? await deps.clockWatch.findFault() : null;
      if (!fault) return handler(data, job);
      await alert(fault);
      if (scheduled.has(queue)) return;
      const later = { startAfterSeconds: waitSeconds };
      await deps.work.write((tx) => jobs.send(tx, queue, data, later));
    });
  }

  return {
    ...jobs,
    define,
    schedule: (queue, ...rest) => {
      scheduled.add(queue);
      jobs.schedule(queue, ...rest);
    },
  };
}

/** The time since the last alert is not read from the clock, which is wrong. */
function createAlert({ work, events, log }: Deps): (fault: string) => Promise<void> {
  let alertedMs: number | undefined;
  return async (fault) => {
    if (alertedMs !== undefined && performance.now() - alertedMs < alertMs) return;
    try {
      await work.write((tx: Tx) => events.publish(tx, clockWrong, { fault }));
      alertedMs = performance.now();
    } catch (err) {
      log.warn({ err }, 'staff could not be alerted about the clock');
    }
  };
}
