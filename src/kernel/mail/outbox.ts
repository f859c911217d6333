// The outbox: e-mails are stored in the transaction that causes them and delivered by a job.
import { type Selectable, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { DB, Mail as MailTable } from '#kernel/database/schema.d.ts';
import { countRows, type RowCount } from '#kernel/http/responses/pages.ts';
import { createId } from '#kernel/ids.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { assertMessageId, assertSingleAddress, toOneLine } from './addresses.ts';
import { type DeliveryDeps, deliverMail } from './delivery.ts';

export type MailDraft = {
  /** The purpose, such as `sign-in-code`, as shown in logs and to staff. */
  kind: string;
  to: { name?: string; address: string };
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /**
   * Message-IDs of the conversation, oldest first, so that mail clients group it. This e-mail
   * replies to the last of them.
   */
  thread?: readonly string[];
  /** Contains a code: its texts are never shown, and deleted once it is sent or dead. */
  isSecret?: boolean;
  /** After this time it is not delivered any more. */
  expiresAt?: Date;
};

export type MailStatus = 'queued' | 'sent' | 'dead';

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
};

export type MailFilter = { status?: MailStatus | undefined; to?: string | undefined };

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
  /** Queues a dead e-mail again. False when it does not exist or its texts were deleted. */
  retry(id: string): Promise<boolean>;
  /** Deletes all e-mails to this address, or with it as their Reply-To, sent or queued. */
  deleteByAddress(tx: Db, address: string): Promise<void>;
};

const queue = 'mail.deliver';
/** Delays of 10 s that double up to an hour: the last of 32 attempts runs after about a day. */
const delivery = {
  retriesMax: 31,
  retryDelaySeconds: 10,
  retryBackoff: true,
  retryDelayMaxSeconds: 3600,
  expireInSeconds: 180,
  concurrency: 4,
};

/**
 * Declares the queue `mail.deliver`: call it before jobs.start(). `siteName` is the sender's name.
 */
export function createMail(deps: DeliveryDeps & { jobs: Jobs }): Mail {
  const { database, jobs } = deps;
  jobs.define(queue, delivery, deliverMail(deps));
  return {
    send: (tx, draft) => queueMail(tx, draft, deps),
    list: (options) => listMails(database.write, options),
    listAfter: (filter, after) => listMailsAfter(database.read, filter, after),
    retry: (id) =>
      database.transaction(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('mail')
          .set({ status: 'queued' })
          .where('id', '=', id)
          .where('status', '=', 'dead')
          .where('is_secret', '=', false)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await jobs.send(tx, queue, { mailId: id }, { singletonKey: id });
        return true;
      }),
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
  { jobs, clock }: DeliveryDeps & { jobs: Jobs },
): Promise<string> {
  assertSingleAddress(draft.to.address);
  if (draft.replyTo) assertSingleAddress(draft.replyTo);
  const id = createId(clock.now());
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
      is_secret: draft.isSecret ?? false,
      expires_at: draft.expiresAt ?? null,
      created_at: clock.now(),
    })
    .execute();
  await jobs.send(tx, queue, { mailId: id }, { singletonKey: id });
  return id;
}

function filterMails(db: Db, { status, to }: MailFilter) {
  let matching = db.selectFrom('mail');
  if (status) matching = matching.where('status', '=', status);
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
});
