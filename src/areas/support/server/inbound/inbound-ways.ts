// The ways in which mail comes in, beside signed calls: what operators see of them.
import { Counter } from 'prom-client';
import type { Kernel } from '#kernel/kernel.ts';
import { hasInboundMail } from '#kernel/mail/inbound-variables.ts';
import type { PartHealth } from '#kernel/observability/system-checks.ts';
import { minuteMs, secondMs } from '#lib/durations.ts';
import { formatWait } from '#lib/format.ts';
import { type MailboxState, readMailboxState } from './mailbox/mailbox-store.ts';
import { checkMailbox } from './mailbox/open-mailbox.ts';

export type InboundWays = {
  /** That it listens at; null when it does not. */
  smtpPort: number | null;
  count(way: 'smtp' | 'mailbox', result: 'accepted' | 'refused' | 'deferred'): void;
};

export function createInboundWays({ metrics }: Pick<Kernel, 'metrics'>): InboundWays {
  const counter = new Counter({
    name: 'inbound_mails_total',
    help: 'Mails that came by SMTP or in the mailbox, and whether they were accepted.',
    labelNames: ['way', 'result'],
    registers: [metrics.registry],
  });
  for (const way of ['smtp', 'mailbox'])
    for (const result of ['accepted', 'refused', 'deferred']) counter.inc({ way, result }, 0);
  return { smtpPort: null, count: (way, result) => counter.inc({ way, result }) };
}

type SmtpConfig = Pick<Kernel['config'], 'INBOUND_SMTP' | 'JOBS'>;

export function judgeSmtp({ INBOUND_SMTP, JOBS }: SmtpConfig, port: number | null): PartHealth {
  if (!INBOUND_SMTP) return { state: 'off', message: 'INBOUND_SMTP opens it.' };
  if (JOBS === 'only')
    return { state: 'off', message: 'Listens in the processes that serve calls.' };
  if (port !== null) return { state: 'ok', message: `Listens on port ${port}.` };
  const message = 'INBOUND_SMTP could not be listened at: the log says why.';
  return { state: 'down', message };
}

/** A mailbox that nobody reads for longer is one whose processes are all stuck. */
const silenceMs = 10 * minuteMs;

export function judgeMailbox(
  { problem, read_at, failing_since }: MailboxState,
  now: Date,
): PartHealth {
  const since = (time: Date) => formatWait((now.getTime() - time.getTime()) / secondMs);
  if (problem && failing_since)
    return { state: 'down', message: `Failing for ${since(failing_since)}: ${problem}` };
  if (!read_at) return { state: 'warning', message: 'No process has read it yet.' };
  if (now.getTime() - read_at.getTime() > silenceMs)
    return {
      state: 'warning',
      message: `Last read ${since(read_at)} ago: does a process run jobs?`,
    };
  return { state: 'ok', message: `Last read ${since(read_at)} ago.` };
}

export function addInboundChecks(kernel: Kernel, ways: InboundWays): void {
  const { checks, config, clock, metrics, work } = kernel;
  checks.add({
    name: 'inbound_mail',
    title: 'Mail that comes in',
    async read() {
      if (config.INBOUND_IMAP_URL)
        return judgeMailbox(await work.read(readMailboxState), clock.now());
      return hasInboundMail(config)
        ? { state: 'ok', message: 'Mail servers deliver it.' }
        : {
            state: 'off',
            message: 'INBOUND_MAIL_SECRET, INBOUND_SMTP or INBOUND_IMAP_URL open it.',
          };
    },
    ...(config.INBOUND_IMAP_URL && { call: () => checkMailbox(config) }),
  });
  checks.add({
    name: 'inbound_smtp',
    title: 'Mail by SMTP',
    isOfServer: true,
    read: async () => judgeSmtp(config, ways.smtpPort),
  });
  metrics.addGauge({
    name: 'inbound_mailbox_failing',
    help: '1 while the mailbox of INBOUND_IMAP_URL cannot be read.',
    read: async () => ((await work.read(readMailboxState)).problem === null ? 0 : 1),
  });
}
