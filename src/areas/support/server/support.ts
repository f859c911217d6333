// What the use-cases of this area work with.
import type { Audit } from '#kernel/http/audit.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor, RelatedObjects, SummaryProviders } from '#kernel/ports.ts';
import { deriveKey } from '#kernel/secrets.ts';
import { openUrlSigner, type UrlSigner } from '#kernel/storage/signed-urls.ts';
import { type MailReader, openMailReader } from './mail-reader.ts';

export type Support = {
  kernel: Kernel;
  related: RelatedObjects;
  urlSigner: UrlSigner;
  /** Signs reply addresses. */
  replyKey: Buffer;
  readMail: MailReader;
};

export type SupportPorts = { related: RelatedObjects; summaries: SummaryProviders };

/** Who changes something, and where what staff change is written down. */
export type By = { actor: Actor; audit: Audit };

/** What the event stream says of a ticket; the reader fetches the rest. */
export const ticketsTopic = 'tickets';

export const makeSupport = (kernel: Kernel, related: RelatedObjects): Support => ({
  kernel,
  related,
  urlSigner: openUrlSigner(kernel),
  replyKey: deriveKey(kernel.config.APP_SECRET, 'ticket-reply-addresses'),
  readMail: openMailReader(kernel),
});
