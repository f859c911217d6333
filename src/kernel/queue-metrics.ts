// The state of queues and outbox as gauges.
import type { QueueStats } from './jobs/job-records.ts';
import type { Kernel } from './kernel.ts';
import type { WaitingMails } from './mail/outbox.ts';

export function addQueueMetrics({ jobs, mail, metrics, clock }: Kernel): void {
  const ageSeconds = (since: Date | null) =>
    since ? Math.max(0, (clock.now().getTime() - since.getTime()) / 1000) : 0;
  const addJobGauge = (name: string, help: string, pick: (stats: QueueStats) => number) =>
    metrics.addGauge({
      name,
      help,
      label: 'queue',
      read: async () =>
        Object.fromEntries((await jobs.stats()).map((stats) => [stats.queue, pick(stats)])),
    });
  const addMailGauge = (name: string, help: string, pick: (mails: WaitingMails) => number) =>
    metrics.addGauge({
      name,
      help,
      label: 'queue',
      read: async () =>
        Object.fromEntries((await mail.listWaiting()).map((one) => [one.queue, pick(one)])),
    });
  for (const state of ['queued', 'active', 'failed'] as const)
    addJobGauge(`jobs_${state}`, `Jobs that are ${state}, by queue.`, (stats) => stats[state]);
  addJobGauge(
    'job_oldest_age_seconds',
    'How long the oldest waiting job has been due, by queue. 0 if none is.',
    ({ dueSince }) => ageSeconds(dueSince),
  );
  addMailGauge('mails_waiting', 'E-mails that wait for delivery.', ({ count }) => count);
  addMailGauge(
    'mails_failing',
    'E-mails that wait after a mail server refused them for now or did not answer.',
    ({ failing }) => failing,
  );
  addMailGauge(
    'mail_oldest_age_seconds',
    'How long the oldest e-mail has waited for delivery. 0 if none does.',
    ({ oldestAt }) => ageSeconds(oldestAt),
  );
  metrics.addGauge({
    name: 'mails_held',
    help: 'E-mails that wait until staff release or discard them, such as after a restore.',
    read: async () => (await mail.holds.read()).count,
  });
  metrics.addGauge({
    name: 'mails_dead',
    help: 'E-mails that could not be delivered and need attention.',
    read: async () => (await mail.list({ status: 'dead', limit: 1 })).count,
  });
}
