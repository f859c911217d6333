import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { workOnDue } from '../work-on-due.ts';
import { dayOf } from './count-uses.ts';
import { sendExpiryMail } from './emails/key-mails.ts';
import { dueWarning, warningBounds } from './key-expiry.ts';
import * as store from './key-store.ts';
import { deleteKeyDaysBefore } from './key-use-store.ts';
import type { Keys } from './keys.ts';

const daysKept = 400;
const dayMs = 86_400_000;

export function keyJobs({ kernel }: Keys): void {
  const { jobs } = kernel;
  jobs.define('billing.key_expiry', { concurrency: 1 }, () => warnOfExpiry(kernel));
  jobs.schedule('billing.key_expiry', '23 * * * *');
  jobs.define('billing.forget_key_days', {}, () => forgetKeyDays(kernel));
  jobs.schedule('billing.forget_key_days', '41 3 * * *');
}

/** The mail and the note that it was sent are stored together: each warning goes out once. */
export async function warnOfExpiry(kernel: Kernel): Promise<void> {
  const { work, clock, log } = kernel;
  const now = clock.now();
  const bounds = { now, ...warningBounds(now) };
  await workOnDue(log, {
    list: (after, limit) => work.read((db) => store.listKeysToWarn(db, bounds, after, limit)),
    work: (id) => work.write((tx) => warnOfKey(kernel, tx, id, now)),
    failure: 'the end of a key could not be announced',
  });
}

async function warnOfKey(kernel: Kernel, tx: Tx, id: string, now: Date): Promise<void> {
  const key = await store.lockKey(tx, id);
  if (!key?.expires_at || key.revoked_at || key.replaced_by) return;
  const days = dueWarning(key.expires_at, key.warned_days, now);
  if (days === null) return;
  await sendExpiryMail(kernel, tx, { key, expiresAt: key.expires_at, days });
  await store.updateKey(tx, key.id, { warned_days: days });
}

export async function forgetKeyDays({ work, clock }: Kernel): Promise<void> {
  const before = new Date(clock.now().getTime() - daysKept * dayMs);
  await work.write((tx) => deleteKeyDaysBefore(tx, dayOf(before)));
}
