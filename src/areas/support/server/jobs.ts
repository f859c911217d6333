import { removeOrphans } from './attachments.ts';
import { moveTicket, tellWatchers } from './move-ticket.ts';
import type { Support } from './support.ts';
import { closeResolvedBefore } from './ticket-states.ts';
import { listToClose, lockTicket } from './ticket-store.ts';

const batchMax = 500;

export function supportJobs(support: Support): void {
  const { jobs } = support.kernel;
  jobs.define('support.close', { concurrency: 1 }, () => closeResolved(support));
  jobs.schedule('support.close', '*/15 * * * *');
  jobs.define('support.files', { concurrency: 1 }, () => removeOrphans(support));
  jobs.schedule('support.files', '23 * * * *');
}

/** What was resolved seven days ago and stayed so is closed. */
export async function closeResolved(support: Support): Promise<void> {
  const { work, clock } = support.kernel;
  const before = closeResolvedBefore(clock.now());
  for (const id of await work.read((db) => listToClose(db, before, batchMax)))
    await work.write(async (tx) => {
      const ticket = await lockTicket(tx, id);
      if (!ticket?.resolved_at || ticket.resolved_at > before) return;
      const mover = { by: 'clock', accountId: null } as const;
      const closed = await moveTicket(support, tx, ticket, 'time_out', mover);
      if (closed && closed.status !== ticket.status) await tellWatchers(support, tx, closed);
    });
}
