// Bounces: what other mail servers report to the envelope senders of our e-mails.
import { Counter } from 'prom-client';
import type { Clock } from '#kernel/clock.ts';
import type { Config } from '#kernel/config.ts';
import type { Db } from '#kernel/database/database.ts';
import type { Database } from '#kernel/database/open-database.ts';
import type { Logger } from '#kernel/observability/logging.ts';
import type { Metrics } from '#kernel/observability/metrics.ts';
import { deriveKeys } from '#kernel/secrets.ts';
import { dayMs } from '#lib/durations.ts';
import { hasInboundMail, type InboundConfig } from '../inbound-variables.ts';
import {
  createBounceAddress,
  isBounceAddress,
  parseBounceAddress,
  type Sending,
} from './bounce-addresses.ts';
import * as bounceStore from './bounce-store.ts';
import type { MailReport } from './read-report.ts';

export type BounceOutcome =
  | bounceStore.BounceKind
  /** Of the same kind as one before. */
  | 'duplicate'
  /** About an earlier attempt, or less than what is known. */
  | 'outdated'
  | 'delivered'
  /** The address is forged. */
  | 'unknown_address'
  /** The mail was deleted since. */
  | 'unknown_mail'
  /** An absence note, for example. */
  | 'no_report';

export type Bounces = {
  /** Null when inbound mail is not configured: then nobody would take in the reports. */
  createAddress(sending: Sending): string | null;
  /** Whether it is one of ours, in lower case or not. */
  hasAddress(address: string): boolean;
  /** Null for an e-mail that is not for us. `recipients` are in lower case. */
  receive(mail: {
    recipients: readonly string[];
    report: MailReport | null;
  }): Promise<BounceOutcome | null>;
  /** Undefined for an address that mails can be sent to, as far as we know. */
  findUndeliverable(db: Db, address: string): Promise<bounceStore.Undeliverable | undefined>;
  /** For an address that turned out to work: it gets all mails again. */
  clear(db: Db, address: string): Promise<void>;
};

export type BouncesDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  config: InboundConfig & Pick<Config, 'MAIL_FROM' | 'APP_SECRET'>;
  metrics: Pick<Metrics, 'registry'>;
};

/** After this time without another bounce mails are tried again. */
const undeliverableDays = 30;

export function createBounces({ database, clock, log, config, metrics }: BouncesDeps): Bounces {
  const keys = deriveKeys(config.APP_SECRET, 'bounce-addresses');
  const counter = new Counter({
    name: 'mails_bounced_total',
    help: 'E-mails that were reported as bounced, delayed or complained about, by kind.',
    labelNames: ['kind'],
    registers: [metrics.registry],
  });
  for (const kind of ['bounced', 'delayed', 'complained']) counter.inc({ kind }, 0);

  async function record(sending: Sending, { kind, ...rest }: MailReport): Promise<BounceOutcome> {
    if (kind === 'delivered') return kind;
    const report = { kind, ...rest };
    const outcome = await database.transaction((tx) =>
      bounceStore.recordReport(tx, sending, report, clock.now()),
    );
    if (outcome === kind) counter.inc({ kind });
    log.info({ mail: sending.mailId, kind, status: rest.status, outcome }, 'mail report');
    return outcome;
  }

  return {
    createAddress: (sending) =>
      hasInboundMail(config) ? createBounceAddress(keys, sending, config.MAIL_FROM) : null,
    hasAddress: (address) => parseBounceAddress(keys, address) !== null,
    receive: async ({ recipients, report }) => {
      const addresses = [...recipients, report?.sender ?? ''].filter((address) =>
        isBounceAddress(address, config.MAIL_FROM),
      );
      if (addresses.length === 0) return null;
      const [sending] = addresses.flatMap((address) => parseBounceAddress(keys, address) ?? []);
      if (!sending) return 'unknown_address';
      return report ? record(sending, report) : 'no_report';
    },
    findUndeliverable: (db, address) => {
      const after = new Date(clock.now().getTime() - undeliverableDays * dayMs);
      return bounceStore.findUndeliverable(db, address, after);
    },
    clear: bounceStore.clearUndeliverable,
  };
}
