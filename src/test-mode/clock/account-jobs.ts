// The jobs of test mode. Those of an account whose time was moved wait in a table until that time
// has come; all others run as they do live, and see no account whose time was moved.
import { currentAccountTime, withAccountTime } from '#kernel/account-time.ts';
import { createId } from '#kernel/ids.ts';
import type { QueueOptions } from '#kernel/jobs/declare-queues.ts';
import type { JobHandler, Jobs } from '#kernel/jobs/jobs.ts';
import { secondMs } from '#lib/durations.ts';
import { insertJob } from './clock-store.ts';

export const clockQueue = 'test_mode.clock';

export type AccountJob = { options: QueueOptions; handler: JobHandler<object> };
export type AccountJobs = {
  /** The jobs of the environment. */
  wrap(jobs: Jobs): Jobs;
  find(queue: string): AccountJob;
  /** In the order in which they are defined. */
  listScheduled(): readonly string[];
};

export function createAccountJobs(): AccountJobs {
  const defined = new Map<string, AccountJob>();
  const scheduled = new Set<string>();
  const isOfAccount = (queue: string) => defined.get(queue)?.options.inTestMode === 'account';

  function wrap(jobs: Jobs): Jobs {
    return {
      ...jobs,
      define<T extends object>(queue: string, options: QueueOptions, handler: JobHandler<T>) {
        defined.set(queue, { options, handler: handler as JobHandler<object> });
        jobs.define<T>(queue, options, (data, job) => {
          const run = () => handler(data, job);
          return scheduled.has(queue) ? inRealTime(run) : run();
        });
      },
      schedule(queue, ...rest) {
        if (isOfAccount(queue)) scheduled.add(queue);
        if (defined.get(queue)?.options.inTestMode !== 'live') jobs.schedule(queue, ...rest);
      },
      async send(tx, queue, data, options = {}) {
        const time = currentAccountTime();
        if (!time?.accountId || !isOfAccount(queue)) return jobs.send(tx, queue, data, options);
        const id = createId(time.now());
        await insertJob(tx, {
          id,
          account_id: time.accountId,
          queue,
          data,
          singleton_key: options.singletonKey ?? id,
          due_at: new Date(time.startedAt.getTime() + (options.startAfterSeconds ?? 0) * secondMs),
        });
        // What runs with the rows of the account takes it itself.
        if (time.rows !== 'account') await sendTurn(jobs, tx, time.accountId);
      },
    };
  }

  return {
    wrap,
    find(queue) {
      const found = defined.get(queue);
      if (!found) throw new Error(`No queue of an account is called ${queue}.`);
      return found;
    },
    listScheduled: () => [...defined.keys()].filter((queue) => scheduled.has(queue)),
  };
}

/** Sees no account whose time was moved. */
const inRealTime = (run: () => Promise<void>): Promise<void> =>
  withAccountTime(
    { accountId: null, startedAt: new Date(), now: () => new Date(), rows: 'real' },
    run,
  );

/** Lets the account's jobs run that are due by now. */
export const sendTurn = (jobs: Jobs, ...[tx, accountId]: [Parameters<Jobs['send']>[0], number]) =>
  jobs.send(tx, clockQueue, { accountId }, { singletonKey: String(accountId) });
