// Mail leaves through a table: written with the change that causes it, delivered by a job.

import { type Selectable, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { DB, Mail as MailTable } from '#kernel/database/schema.d.ts';
import { countRows, type RowCount } from '#kernel/http/pages.ts';
import { createId } from '#kernel/ids.ts';
import type { Jobs } from '#kernel/jobs.ts';
import { assertMessageId, assertOneAddress, toOneLine } from './addresses.ts';
import { type DeliveryDeps, deliverMail } from './delivery.ts';

export type MailDraft = {
  /** What the mail is for, such as `sign-in-code`: the word that logs and the staff see. */
  kind: string;
  to: { name?: string; address: string };
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /**
   * Message-IDs of the conversation, the oldest first, so that mailboxes show it as one. This mail
   * answers the last of them.
   */
  thread?: readonly string[];
  /** Holds a code: its texts are blanked once it is sent or given up, and nobody is shown them. */
  isSecret?: boolean;
  /** From then on it helps nobody: it is given up instead of delivered. */
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
   * Writes the mail and its delivery job in the caller's transaction. Returns the mail's id.
   * Throws for anything but one plain address.
   */
  send(tx: Db, draft: MailDraft): Promise<string>;
  /** By status, by address or all, newest first; without texts where they are secret. */
  list(
    options: MailFilter & { limit: number; offset?: number },
  ): Promise<{ mails: MailSummary[] } & RowCount>;
  /** Up to `count` of them after `last`, newest first. */
  read(
    filter: MailFilter,
    after: { last: MailSummary | undefined; count: number },
  ): Promise<MailSummary[]>;
  /** Queues a dead mail again. False when there is none, or when its texts are blanked. */
  retry(id: string): Promise<boolean>;
  /** Deletes what was sent, or waits to be sent, to this address or to be answered to it. */
  forget(tx: Db, address: string): Promise<void>;
};

const queue = 'mail.deliver';
/** Waits of 10 s that double up to an hour: the last of 32 tries comes after about a day. */
const delivery = {
  retriesMax: 31,
  retryDelaySeconds: 10,
  retryBackoff: true,
  retryDelayMaxSeconds: 3600,
  expireInSeconds: 180,
  concurrency: 4,
};

/** Declares the queue `mail.deliver`, so before jobs.start(). `siteName` is the sender's name. */
export function openMail(deps: DeliveryDeps & { jobs: Jobs }): Mail {
  const { database, jobs } = deps;
  jobs.define(queue, delivery, deliverMail(deps));
  return {
    send: (tx, draft) => writeMail(tx, draft, deps),
    list: (options) => listMails(database.write, options),
    read: (filter, after) => readMails(database.read, filter, after),
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
    forget: async (tx, address) => {
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

async function writeMail(
  tx: Db,
  draft: MailDraft,
  { jobs, clock }: DeliveryDeps & { jobs: Jobs },
): Promise<string> {
  assertOneAddress(draft.to.address);
  if (draft.replyTo) assertOneAddress(draft.replyTo);
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

function matchMails(db: Db, { status, to }: MailFilter) {
  let matching = db.selectFrom('mail');
  if (status) matching = matching.where('status', '=', status);
  if (to) matching = matching.where(sql`lower(to_address)`, '=', to.trim().toLowerCase());
  return matching;
}

async function listMails(
  db: Db,
  { limit, offset = 0, ...filter }: Parameters<Mail['list']>[0],
): ReturnType<Mail['list']> {
  const matching = matchMails(db, filter);
  const rows = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { mails: rows.map(toSummary), ...(await countRows<DB, 'mail', object>(db, matching)) };
}

async function readMails(
  db: Db,
  filter: MailFilter,
  { last, count }: { last: MailSummary | undefined; count: number },
): Promise<MailSummary[]> {
  const rows = await matchMails(db, filter)
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
