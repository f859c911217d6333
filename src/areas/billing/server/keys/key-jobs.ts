import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { dayMs } from '#lib/durations.ts';
import { keyExpiringEvent } from '../../wire/events.ts';
import { workOnDue } from '../work-on-due.ts';
import { sendExpiryMail } from './emails/key-mails.ts';
import { warningBounds, warningDue } from './key-expiry.ts';
import * as keyStore from './key-store.ts';
import { deleteKeyDaysBefore, toDay } from './key-usage-store.ts';
import type { Keys } from './keys.ts';
import { publishKeyEvent } from './publish-key-event.ts';

const retentionDays = 400;

export function keyJobs({ kernel }: Keys): void {
  const { jobs } = kernel;
  jobs.define(
    'billing.warn_key_expiry',
    { needsRightClock: true, concurrency: 1, inTestMode: 'account' },
    () => warnOfExpiry(kernel),
  );
  jobs.schedule('billing.warn_key_expiry', '23 * * * *');
  jobs.define('billing.purge_key_usage', { needsRightClock: true }, () => purgeKeyDays(kernel));
  jobs.schedule('billing.purge_key_usage', '41 3 * * *');
}

/** E-mail and mark are stored in one transaction, so each warning is sent once. */
export async function warnOfExpiry(kernel: Kernel): Promise<void> {
  const { work, clock, log } = kernel;
  const now = clock.now();
  const bounds = { now, ...warningBounds(now) };
  await workOnDue(log, {
    list: (after, limit) => work.read((db) => keyStore.listKeysToWarn(db, bounds, after, limit)),
    work: (id) => work.write((tx) => warnOfKey(kernel, tx, id, now)),
    failure: 'the end of a key could not be announced',
  });
}

async function warnOfKey(kernel: Kernel, tx: Tx, id: string, now: Date): Promise<void> {
  const key = await keyStore.lockKey(tx, id);
  if (!key?.expires_at || key.revoked_at || key.replaced_by) return;
  const days = warningDue(key.expires_at, key.last_warning_days, now);
  if (days === null) return;
  await sendExpiryMail(kernel, tx, { key, expiresAt: key.expires_at, days });
  await keyStore.updateKey(tx, key.id, { last_warning_days: days });
  const about = { id: key.id, accountId: key.account_id };
  await publishKeyEvent(kernel, tx, keyExpiringEvent, about);
}

export async function purgeKeyDays({ work, clock }: Kernel): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionDays * dayMs);
  await work.write((tx) => deleteKeyDaysBefore(tx, toDay(before)));
}
