import { dayMs } from '#lib/durations.ts';
import { releaseEmailsDeletedBefore } from './account-store.ts';
import type { Accounts } from './accounts.ts';
import { purgeOauth } from './oauth/oauth-store.ts';
import { purgeActivityOrigins } from './sessions/activity-store.ts';
import { purgeEndedSessions } from './sessions/session-store.ts';
import { purgeCodesBefore } from './sign-in/code-store.ts';
import { purgeFailedAttemptsBefore } from './sign-in/failed-attempt-store.ts';
import { registerGuessingMetric } from './sign-in/guessing.ts';
import { emailReservedDays } from './sign-in/sign-in-codes.ts';

export function accountJobs(accounts: Accounts): void {
  accounts.jobs.define('accounts.purge', { needsRightClock: true, inTestMode: 'live' }, () =>
    purgeOldData(accounts),
  );
  accounts.jobs.schedule('accounts.purge', '17 3 * * *');
  registerGuessingMetric(accounts);
}

/**
 * Codes are needed for the daily limits only. Each statement commits by itself, so a failure does
 * not undo the deletions before it.
 */
export function purgeOldData({ work, clock }: Accounts): Promise<void> {
  const now = clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  return work.read(async (db) => {
    await purgeCodesBefore(db, ago(1));
    await purgeFailedAttemptsBefore(db, ago(1));
    await releaseEmailsDeletedBefore(db, ago(emailReservedDays));
    await purgeEndedSessions(db, now);
    await purgeOauth(db, now);
    await purgeActivityOrigins(db, now);
  });
}
