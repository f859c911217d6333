import { deleteOrphans } from './attachments/attachments.ts';
import type { Support } from './context.ts';
import { addInboundChecks } from './inbound/inbound-ways.ts';
import { countWaitingMails } from './inbound/received-mail-store.ts';
import { purgeStoredMails } from './inbound/stored-mails.ts';
import { closeResolvedBefore } from './tickets/ticket-states.ts';
import { listTicketsToClose, lockTicket } from './tickets/ticket-store.ts';
import { notifySubscribers, transitionTicket } from './tickets/transition-ticket.ts';

const batchMax = 500;

export function supportJobs(support: Support): void {
  const { jobs, metrics, work } = support.kernel;
  addInboundChecks(support.kernel, support.ways);
  metrics.addGauge({
    name: 'inbound_mails_waiting',
    help: 'Mails to reply addresses that became no message and wait for support, by the reason.',
    label: 'reason',
    read: () => work.read(countWaitingMails),
  });
  jobs.define('support.close_resolved', { needsRightClock: true, concurrency: 1 }, () =>
    closeResolved(support),
  );
  jobs.schedule('support.close_resolved', '*/15 * * * *');
  jobs.define('support.purge_attachments', { needsRightClock: true, concurrency: 1 }, () =>
    deleteOrphans(support),
  );
  jobs.schedule('support.purge_attachments', '23 * * * *');
  jobs.define('support.purge_mails', { needsRightClock: true, concurrency: 1 }, () =>
    purgeStoredMails(support),
  );
  jobs.schedule('support.purge_mails', '43 * * * *');
}

/** Closes tickets that have been resolved for seven days. */
export async function closeResolved(support: Support): Promise<void> {
  const { work, clock } = support.kernel;
  const before = closeResolvedBefore(clock.now());
  for (const id of await work.read((db) => listTicketsToClose(db, before, batchMax)))
    await work.write(async (tx) => {
      const ticket = await lockTicket(tx, id);
      if (!ticket?.resolved_at || ticket.resolved_at > before) return;
      const ticketActor = { by: 'clock', accountId: null } as const;
      const closed = await transitionTicket(support, tx, ticket, 'time_out', ticketActor);
      if (closed && closed.status !== ticket.status) await notifySubscribers(support, tx, closed);
    });
}
