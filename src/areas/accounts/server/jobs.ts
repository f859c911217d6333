import { freeEmailsDeletedBefore } from './account-store.ts';
import type { Accounts } from './accounts.ts';
import { deleteCodesBefore } from './code-store.ts';
import { forgetOldTraces } from './session-store.ts';
import { emailHeldDays } from './sign-in-codes.ts';

const dayMs = 86_400_000;

export function accountJobs(accounts: Accounts): void {
  accounts.jobs.define('accounts.forget', {}, () => forgetOldData(accounts));
  accounts.jobs.schedule('accounts.forget', '17 3 * * *');
}

/** Codes are kept for the daily limit alone; addresses and ended sessions for their own times. */
export async function forgetOldData({ database, clock }: Accounts): Promise<void> {
  const now = clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  await deleteCodesBefore(database.write, ago(1));
  await freeEmailsDeletedBefore(database.write, ago(emailHeldDays));
  await forgetOldTraces(database.write, now);
}
