// What became of sent e-mails, in the rows of the outbox.
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Sending } from './bounce-addresses.ts';
import type { MailReport } from './read-report.ts';

export type Undeliverable = {
  since: Date;
  lastAt: Date;
  /** Of the last mail that bounced. */
  status: string | null;
  words: string;
};

// What stops mails, or makes them worth sending again, is not hidden by a complaint.
const ranks = { delayed: 1, complained: 2, bounced: 3 } as const;
export type BounceKind = keyof typeof ranks;

type Recorded = BounceKind | 'duplicate' | 'outdated' | 'unknown_mail';

/** The first report of a kind counts, and one that says less than is known changes nothing. */
export async function recordReport(
  tx: Tx,
  { mailId, attempt }: Sending,
  report: MailReport & { kind: BounceKind },
  now: Date,
): Promise<Recorded> {
  const mail = await tx
    .selectFrom('mail')
    .select(['to_address', 'status', 'attempts', 'is_secret', 'bounce_kind'])
    .where('id', '=', mailId)
    .forUpdate()
    .executeTakeFirst();
  if (!mail) return 'unknown_mail';
  // A report can arrive before the result of its attempt is stored.
  const isCurrent =
    attempt > mail.attempts || (attempt === mail.attempts && mail.status === 'sent');
  if (!isCurrent) return 'outdated';
  if (mail.bounce_kind === report.kind) return 'duplicate';
  if (mail.bounce_kind && ranks[mail.bounce_kind as BounceKind] > ranks[report.kind])
    return 'outdated';
  // One address of several to which a working mailbox forwards says nothing about the mailbox.
  const isAboutMailbox = [null, mail.to_address.toLowerCase()].includes(report.recipient);
  await tx
    .updateTable('mail')
    .set({
      bounce_kind: report.kind,
      bounced_at: now,
      bounce_status: report.status,
      // Servers quote what they refuse: a code must not get into the log that way.
      bounce_words: mail.is_secret ? report.words.replace(/\d{4,}/g, '…') : report.words,
      ...(report.isAddressWrong && isAboutMailbox && { is_undeliverable: true }),
    })
    .where('id', '=', mailId)
    .execute();
  return report.kind;
}

const isTo = (address: string) => sql<boolean>`lower(to_address) = ${address.toLowerCase()}`;

/** Undefined when no mail to this address bounced hard after `since`. */
export async function findUndeliverable(
  db: Db,
  address: string,
  after: Date,
): Promise<Undeliverable | undefined> {
  const rows = db.selectFrom('mail').where('is_undeliverable', '=', true).where(isTo(address));
  const last = await rows
    .select(['bounced_at', 'bounce_status', 'bounce_words'])
    .where('bounced_at', '>', after)
    .orderBy('bounced_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last?.bounced_at) return undefined;
  const first = await rows
    .select(({ fn }) => fn.min('bounced_at').as('since'))
    .executeTakeFirstOrThrow();
  return {
    since: first.since ?? last.bounced_at,
    lastAt: last.bounced_at,
    status: last.bounce_status,
    words: last.bounce_words,
  };
}

/** The bounces stay in the log. */
export async function clearUndeliverable(db: Db, address: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ is_undeliverable: false })
    .where('is_undeliverable', '=', true)
    .where(isTo(address))
    .execute();
}
