import type { Kernel } from '#kernel/kernel.ts';
import { sendReplyReminder } from './emails/staff-alerts.ts';
import { reminderBefore } from './lead-states.ts';
import { takeLeadsToRemind } from './list-store.ts';
import { forgetOldLeads } from './store.ts';

export function leadJobs(kernel: Kernel): void {
  const { jobs, work, clock } = kernel;
  jobs.define('leads.remind', {}, () => remindOfReplies(kernel));
  jobs.schedule('leads.remind', '*/15 * * * *');
  jobs.define('leads.forget', {}, () => work.read((db) => forgetOldLeads(db, clock.now())));
  jobs.schedule('leads.forget', '27 3 * * *');
}

/** Each lead is told of once: mark and mail are of one transaction. */
export async function remindOfReplies(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now();
  await kernel.work.write(async (tx) => {
    const leads = await takeLeadsToRemind(tx, reminderBefore(now), now);
    if (leads.length > 0) await sendReplyReminder(kernel, tx, leads);
  });
}
