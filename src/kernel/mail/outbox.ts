// The outbox: e-mails are stored in the transaction that causes them and delivered by a job.
import { type Selectable, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { DB, Mail as MailTable } from '#kernel/database/schema.d.ts';
import { countRows, type RowCount } from '#kernel/http/responses/pages.ts';
import { createId } from '#kernel/ids.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { assertMessageId, assertSingleAddress, toOneLine } from './addresses.ts';
import type { BounceKind } from './bounces/bounce-store.ts';
import { type Bounces, type BouncesDeps, createBounces } from './bounces/bounces.ts';
import { type DeliveryDeps, deliverMail } from './delivery.ts';
import { createMailHolds, type MailHolds } from './mail-hold.ts';
import {
  bulkDelivery,
  bulkQueue,
  chooseQueue,
  sendDeliveryJob,
  urgentDelivery,
  urgentQueue,
} from './mail-queues.ts';

export type MailDraft = {
  /** The purpose, such as `sign-in-code`, as shown in logs and to staff. */
  kind: string;
  to: { name?: string; address: string };
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /** Message-IDs of the conversation, oldest first: it replies to the last of them. */
  thread?: readonly string[];
  /** A person wrote its words. All other mails say that a program sent them. */
  isTyped?: boolean;
  /** Contains a code: its texts are never shown, and deleted once it is sent or dead. */
  isSecret?: boolean;
  /**
   * A person waits for it: it has workers and connections of its own, is tried again within 20 s
   * for a quarter of an hour, and is delivered to bouncing addresses and during an older hold.
   */
  isUrgent?: boolean;
  /** After this time it is not delivered any more. */
  expiresAt?: Date;
};

export type MailStatus = 'queued' | 'held' | 'sent' | 'dead' | 'discarded';

export type MailSummary = {
  id: string;
  kind: string;
  to: { name: string; address: string };
  status: MailStatus;
  isSecret: boolean;
  /** Null for a secret mail, like its text. */
  subject: string | null;
  text: string | null;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
  /** What was reported after it was sent. */
  bounce: { kind: BounceKind; at: Date; status: string | null; words: string } | null;
};

/** E-mails of a queue that wait for their first or another attempt. */
export type WaitingMails = {
  queue: string;
  count: number;
  /** Those that the mail server refused for now, or that it did not answer. */
  failing: number;
  /** Since when the one that waits longest has been queued. */
  oldestAt: Date | null;
};

export type MailFilter = {
  status?: MailStatus | undefined;
  bounce?: BounceKind | undefined;
  to?: string | undefined;
};

export type Mail = {
  /**
   * Stores the e-mail and its delivery job in the caller's transaction. Returns its id. Throws for
   * anything but one plain address.
   */
  send(tx: Db, draft: MailDraft): Promise<string>;
  /** Newest first, filtered by status or address; without the texts of secret e-mails. */
  list(
    options: MailFilter & { limit: number; offset?: number },
  ): Promise<{ mails: MailSummary[] } & RowCount>;
  /** Up to `count` e-mails after `last`, newest first. */
  listAfter(
    filter: MailFilter,
    after: { last: MailSummary | undefined; count: number },
  ): Promise<MailSummary[]>;
  /**
   * Queues a dead, discarded or bounced e-mail again, and trusts its address again. Returns its
   * status before, or null when it is another one or its texts were deleted.
   */
  retry(id: string): Promise<'dead' | 'discarded' | 'sent' | null>;
  /** Both queues; without those that are held. */
  listWaiting(): Promise<WaitingMails[]>;
  holds: MailHolds;
  /** Connects to the mail server and signs in, without sending. Throws SmtpError. */
  checkServer(): Promise<void>;
  bounces: Bounces;
  /** Deletes all e-mails to this address, or with it as their Reply-To, sent or queued. */
  deleteByAddress(tx: Db, address: string): Promise<void>;
};

type MailOptions = Omit<DeliveryDeps, 'bounces'> & BouncesDeps & { jobs: Jobs };

/**
 * Declares the queues of the outbox: call it before jobs.start(). `siteName` is the sender's name.
 */
export function createMail(options: MailOptions): Mail {
  const bounces = createBounces(options);
  const deps = { ...options, bounces };
  const { database, jobs } = deps;
  const deliver = deliverMail(deps);
  jobs.define(bulkQueue, bulkDelivery, deliver);
  jobs.define(urgentQueue, urgentDelivery, deliver);
  return {
    send: (tx, draft) => queueMail(tx, draft, deps),
    list: (options) => listMails(database.write, options),
    listAfter: (filter, after) => listMailsAfter(database.read, filter, after),
    retry: (id) => retryMail(id, deps),
    listWaiting: () => listWaitingMails(database.write),
    holds: createMailHolds(deps),
    checkServer: () => deps.transport.check(),
    bounces,
    deleteByAddress: async (tx, address) => {
      const is = address.toLowerCase();
      await tx
        .deleteFrom('mail')
        .where((eb) =>
          eb.or([eb(sql`lower(to_address)`, '=', is), eb(sql`lower(reply_to)`, '=', is)]),
        )
        .execute();
    },
  };
}

async function queueMail(
  tx: Db,
  draft: MailDraft,
  { jobs, clock }: Pick<MailOptions, 'jobs' | 'clock'>,
): Promise<string> {
  assertSingleAddress(draft.to.address);
  if (draft.replyTo) assertSingleAddress(draft.replyTo);
  const id = createId(clock.now());
  const isUrgent = draft.isUrgent ?? false;
  await tx
    .insertInto('mail')
    .values({
      id,
      kind: draft.kind,
      to_address: draft.to.address,
      to_name: toOneLine(draft.to.name ?? ''),
      reply_to: draft.replyTo ?? null,
      thread: (draft.thread ?? []).map(assertMessageId).join(' '),
      subject: toOneLine(draft.subject),
      html: draft.html,
      body: draft.text,
      is_typed: draft.isTyped ?? false,
      is_secret: draft.isSecret ?? false,
      is_urgent: isUrgent,
      expires_at: draft.expiresAt ?? null,
      created_at: clock.now(),
      queued_at: clock.now(),
    })
    .execute();
  await sendDeliveryJob(jobs, tx, { id, is_urgent: isUrgent });
  return id;
}

const filterRetriable = (db: Db, id: string) =>
  db
    .selectFrom('mail')
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['dead', 'discarded']),
        eb.and({ status: 'sent', bounce_kind: 'bounced' }),
      ]),
    )
    .where('is_secret', '=', false);

async function retryMail(
  id: string,
  { database, jobs, clock, bounces }: MailOptions & { bounces: Bounces },
): ReturnType<Mail['retry']> {
  const found = await filterRetriable(database.write, id).select('to_address').executeTakeFirst();
  if (!found) return null;
  // Before the row is locked: several mails to this address may be sent again at the same time.
  await bounces.clear(database.write, found.to_address);
  return database.transaction(async (tx) => {
    const mail = await filterRetriable(tx, id)
      .select(['id', 'status', 'is_urgent'])
      .forUpdate()
      .executeTakeFirst();
    if (!mail) return null;
    const none = { bounce_kind: null, bounced_at: null, bounce_status: null, bounce_words: '' };
    await tx
      .updateTable('mail')
      .set({ status: 'queued', queued_at: clock.now(), last_error: null, ...none })
      .where('id', '=', id)
      .execute();
    await sendDeliveryJob(jobs, tx, mail);
    return mail.status as 'dead' | 'discarded' | 'sent';
  });
}

async function listWaitingMails(db: Db): Promise<WaitingMails[]> {
  const rows = await db
    .selectFrom('mail')
    .select(({ fn }) => [
      'is_urgent',
      fn.countAll<bigint>().as('count'),
      fn.countAll<bigint>().filterWhere('last_error', 'is not', null).as('failing'),
      fn.min('queued_at').as('oldestAt'),
    ])
    .where('status', '=', 'queued')
    .groupBy('is_urgent')
    .execute();
  return [true, false].map((isUrgent) => {
    const row = rows.find(({ is_urgent }) => is_urgent === isUrgent);
    return {
      queue: chooseQueue(isUrgent),
      count: Number(row?.count ?? 0),
      failing: Number(row?.failing ?? 0),
      oldestAt: row?.oldestAt ?? null,
    };
  });
}

function filterMails(db: Db, { status, bounce, to }: MailFilter) {
  let matching = db.selectFrom('mail');
  if (status) matching = matching.where('status', '=', status);
  if (bounce) matching = matching.where('bounce_kind', '=', bounce);
  if (to) matching = matching.where(sql`lower(to_address)`, '=', to.trim().toLowerCase());
  return matching;
}

async function listMails(
  db: Db,
  { limit, offset = 0, ...filter }: Parameters<Mail['list']>[0],
): ReturnType<Mail['list']> {
  const matching = filterMails(db, filter);
  const rows = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { mails: rows.map(toSummary), ...(await countRows<DB, 'mail', object>(db, matching)) };
}

async function listMailsAfter(
  db: Db,
  filter: MailFilter,
  { last, count }: { last: MailSummary | undefined; count: number },
): Promise<MailSummary[]> {
  const rows = await filterMails(db, filter)
    .selectAll()
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${last?.createdAt}, ${last?.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows.map(toSummary);
}

const toBounce = (row: Selectable<MailTable>): MailSummary['bounce'] =>
  row.bounce_kind && row.bounced_at
    ? {
        kind: row.bounce_kind as BounceKind,
        at: row.bounced_at,
        status: row.bounce_status,
        words: row.bounce_words,
      }
    : null;

const toSummary = (row: Selectable<MailTable>): MailSummary => ({
  id: row.id,
  kind: row.kind,
  to: { name: row.to_name, address: row.to_address },
  status: row.status as MailStatus,
  isSecret: row.is_secret,
  subject: row.is_secret ? null : row.subject,
  text: row.is_secret ? null : row.body,
  attempts: row.attempts,
  lastError: row.last_error,
  createdAt: row.created_at,
  sentAt: row.sent_at,
  bounce: toBounce(row),
});
