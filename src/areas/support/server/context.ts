// What the use-cases of this area work with.
import type { Db } from '#kernel/database/database.ts';
import { createFollowedCache, type FollowedCache } from '#kernel/events/followed-cache.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor, RelatedObjects, SummaryProviders } from '#kernel/ports.ts';
import { deriveKeys, type Keys } from '#kernel/secrets.ts';
import { createUrlSigner, type UrlSigner } from '#kernel/storage/signed-urls.ts';
import { createInboundWays, type InboundWays } from './inbound/inbound-ways.ts';
import {
  createMailReader,
  createOriginalReader,
  type MailReader,
  type OriginalReader,
} from './inbound/mail-reader.ts';
import { countTickets } from './tickets/ticket-store.ts';

export type Support = {
  kernel: Kernel;
  related: RelatedObjects;
  urlSigner: UrlSigner;
  /** Sign reply addresses. */
  replyKeys: Keys;
  readMail: MailReader;
  ways: InboundWays;
  readOriginal: OriginalReader;
  hasPrioritySupport: SupportPorts['hasPrioritySupport'];
  /** How many replies a customer has not read: each profile shows it. */
  unreadCounts: FollowedCache<string, number, number>;
};

export type SupportPorts = {
  related: RelatedObjects;
  summaries: SummaryProviders;
  /** Whether the account's plan includes it. */
  hasPrioritySupport(db: Db, accountId: number, now: Date): Promise<boolean>;
};

/** Who makes a change, and the audit log for changes by staff. */
export type ChangeContext = { actor: Actor; audit: Audit };

/** Topic of the event stream; subscribers then load the ticket. */
export const ticketsTopic = 'tickets';

export const createSupportContext = (
  kernel: Kernel,
  { related, hasPrioritySupport }: Omit<SupportPorts, 'summaries'>,
): Support => ({
  kernel,
  related,
  hasPrioritySupport,
  urlSigner: createUrlSigner(kernel),
  replyKeys: deriveKeys(kernel.config.APP_SECRET, 'ticket-reply-addresses'),
  readMail: createMailReader(kernel),
  ways: createInboundWays(kernel),
  readOriginal: createOriginalReader(kernel),
  unreadCounts: createFollowedCache(kernel, {
    topic: 'unread_counts',
    load: (accountId) =>
      kernel.work.read(async (db) => (await countTickets(db, Number(accountId))).unread),
    isAbout: (changed, accountId) => String(changed) === accountId,
    warning: 'unread replies are counted for each call',
  }),
});
