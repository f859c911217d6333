import { freeEmailsDeletedBefore } from './account-store.ts';
import type { Accounts } from './accounts.ts';
import { deleteCodesBefore } from './code-store.ts';
import { watchGuessing } from './guessing.ts';
import { forgetOldTraces } from './session-store.ts';
import { emailHeldDays } from './sign-in-codes.ts';
import { deleteWrongCodesBefore } from './wrong-code-store.ts';

const dayMs = 86_400_000;

export function accountJobs(accounts: Accounts): void {
  accounts.jobs.define('accounts.forget', {}, () => forgetOldData(accounts));
  accounts.jobs.schedule('accounts.forget', '17 3 * * *');
  watchGuessing(accounts);
}

/**
 * Codes are kept for the daily limit alone; addresses and ended sessions for their own times. Each
 * statement commits by itself: what is deleted stays so when a later one fails.
 */
export function forgetOldData({ work, clock }: Accounts): Promise<void> {
  const now = clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  return work.read(async (db) => {
    await deleteCodesBefore(db, ago(1));
    await deleteWrongCodesBefore(db, ago(1));
    await freeEmailsDeletedBefore(db, ago(emailHeldDays));
    await forgetOldTraces(db, now);
  });
}
