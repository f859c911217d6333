import type { Kernel } from '#kernel/kernel.ts';
import { sendReplyReminder } from './emails/staff-alerts.ts';
import { purgeFiles } from './lead-files.ts';
import { claimLeadsToRemind } from './lead-list-store.ts';
import { purgeOldLeads } from './lead-store.ts';
import { remindCreatedBefore } from './reply-deadline.ts';

export function leadJobs(kernel: Kernel): void {
  const { jobs, work, clock } = kernel;
  jobs.define('leads.remind', { inTestMode: 'live' }, () => sendDueReminders(kernel));
  jobs.schedule('leads.remind', '*/15 * * * *');
  jobs.define('leads.purge', { needsRightClock: true, inTestMode: 'live' }, () =>
    work.read((db) => purgeOldLeads(db, clock.now())),
  );
  jobs.schedule('leads.purge', '27 3 * * *');
  jobs.define(
    'leads.purge_files',
    { needsRightClock: true, concurrency: 1, inTestMode: 'live' },
    () => purgeFiles(kernel),
  );
  jobs.schedule('leads.purge_files', '33 * * * *');
}

/** One reminder for each lead: marking it and queueing the mail share a transaction. */
export async function sendDueReminders(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now();
  await kernel.work.write(async (tx) => {
    const leads = await claimLeadsToRemind(tx, remindCreatedBefore(now), now);
    if (leads.length > 0) await sendReplyReminder(kernel, tx, leads);
  });
}
