// The jobs of test mode. Those of an account whose time was moved wait in a table until that time
// has come; all others run as they do live, and see no account whose time was moved.
import { currentAccountTime, withAccountTime } from '#kernel/account-time.ts';
import { createId } from '#kernel/ids.ts';
import type { QueueOptions } from '#kernel/jobs/declare-queues.ts';
import type { JobHandler, Jobs } from '#kernel/jobs/jobs.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import { secondMs } from '#lib/durations.ts';
import { insertJob } from './clock-store.ts';

/** The scheduled ones of an account's own time, in their order. Others are about the platform. */
export const accountQueues: readonly string[] = [
  'billing.renew',
  'billing.remind',
  'billing.overage',
  'billing.warn_key_expiry',
  'invoices.issue',
  'ledger.release_holds',
  'payments.check_card_setups',
  'payments.expire',
  'payments.reconcile',
  'payments.top_up',
  'payments.warn_of_expiry',
  'payments.process_webhooks',
  'usage.release_reservations',
];
const sentQueues: readonly string[] = [
  ...accountQueues,
  'payments.cancel',
  'payments.charge_card',
  'payments.refund',
];
export const clockQueue = 'test_mode.clock';

export type AccountJob = { options: QueueOptions; handler: JobHandler<object> };
export type AccountJobs = { find(queue: string): AccountJob };

/** Changes the jobs of the kernel before the areas declare theirs. */
export function separateJobs({ jobs, clock }: HostKernel): AccountJobs {
  const declared = new Map<string, AccountJob>();
  const { define, send } = { ...jobs };
  jobs.define = <T extends object>(
    queue: string,
    options: QueueOptions,
    handler: JobHandler<T>,
  ) => {
    declared.set(queue, { options, handler: handler as JobHandler<object> });
    if (!accountQueues.includes(queue)) return define(queue, options, handler);
    define<T>(queue, options, (data, job) =>
      withAccountTime(
        { accountId: null, startedAt: new Date(), now: () => new Date(), rows: 'real' },
        () => handler(data, job),
      ),
    );
  };
  jobs.send = async (tx, queue, data, options = {}) => {
    const time = currentAccountTime();
    if (!time?.accountId || !sentQueues.includes(queue)) return send(tx, queue, data, options);
    const { accountId, rows, startedAt } = time;
    const id = createId(clock.now());
    await insertJob(tx, {
      id,
      account_id: accountId,
      queue,
      data,
      singleton_key: options.singletonKey ?? id,
      due_at: new Date(startedAt.getTime() + (options.startAfterSeconds ?? 0) * secondMs),
    });
    // What runs with the rows of the account takes it itself.
    if (rows !== 'account') await sendTurn(jobs, tx, accountId);
  };
  return {
    find(queue) {
      const found = declared.get(queue);
      if (!found) throw new Error(`No queue of an account is called ${queue}.`);
      return found;
    },
  };
}

/** Lets the account's jobs run that are due by now. */
export const sendTurn = (jobs: Jobs, ...[tx, accountId]: [Parameters<Jobs['send']>[0], number]) =>
  jobs.send(tx, clockQueue, { accountId }, { singletonKey: String(accountId) });
