// A restored copy of the database must not send its mails to people who got them long ago. Restoring
// sets a hold; then all e-mails wait until an operator releases or discards them.
import type { Clock } from '#kernel/clock.ts';
import type { Tx } from '#kernel/database/database.ts';
import type { Database } from '#kernel/database/open-database.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import * as holdStore from './mail-hold-store.ts';
import { sendDeliveryJob } from './mail-queues.ts';

export type MailHold = {
  /** Null without a hold: then the e-mails are those that a release is still working on. */
  hold: holdStore.HoldRow | null;
  count: number;
  oldestAt: Date | null;
};

export type MailHolds = {
  read(): Promise<MailHold>;
  /** An existing hold stays as it is. */
  create(reason: string): Promise<void>;
  /**
   * Ends the hold. A job then queues the e-mails, oldest first. Returns how many, or null when
   * there is neither a hold nor an e-mail that is held.
   */
  release(tx: Tx): Promise<number | null>;
  /**
   * Discards held e-mails created before this time; the hold stays. Returns how many, or null
   * without a hold.
   */
  discard(tx: Tx, before: Date): Promise<number | null>;
};

type Deps = { database: Database; jobs: Jobs; clock: Clock };

const releaseQueue = 'mail.release';
const releasedMax = 500;

/** Declares the queue `mail.release`: call it before jobs.start(). */
export function createMailHolds(deps: Deps): MailHolds {
  const { database, jobs } = deps;
  jobs.define(releaseQueue, { concurrency: 1 }, () =>
    database.transaction((tx) => releaseSome(tx, deps)),
  );
  return {
    read: async () => {
      const hold = await holdStore.findHold(database.write);
      return { hold: hold ?? null, ...(await holdStore.countHeldMails(database.write, hold)) };
    },
    create: (reason) => holdStore.holdMails(database.write, reason),
    release: async (tx) => {
      const hold = await holdStore.deleteHold(tx);
      const { count } = await holdStore.countHeldMails(tx, hold);
      if (!hold && count === 0) return null;
      await jobs.send(tx, releaseQueue, {}, { singletonKey: 'all' });
      return count;
    },
    discard: async (tx, before) => {
      const hold = await holdStore.findHold(tx);
      return hold ? holdStore.discardHeldMails(tx, hold, before) : null;
    },
  };
}

/** A part of them in each transaction, until none is left or they are held again. */
async function releaseSome(tx: Tx, { jobs, clock }: Deps): Promise<void> {
  if (await holdStore.findHold(tx)) return;
  const released = await holdStore.releaseHeldMails(tx, { now: clock.now(), limit: releasedMax });
  for (const mail of released) await sendDeliveryJob(jobs, tx, mail);
  // Also after fewer than the limit: others may have been deleted while this waited for them.
  if (released.length > 0) await jobs.send(tx, releaseQueue, {}, { singletonKey: 'all' });
}
