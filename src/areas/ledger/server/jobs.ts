import type { Kernel } from '#kernel/kernel.ts';
import { sendLedgerAlert } from './emails/ledger-alert.ts';
import { releaseExpiredHolds } from './holds/holds.ts';
import { closeDays } from './trial-balance/trial-balance.ts';
import { saveCheck } from './verification/check-store.ts';
import { sealJournals } from './verification/seal.ts';
import { verifyLedger } from './verification/verify.ts';

const verifySecondsMax = 3600;
const closeSecondsMax = 3600;

export function ledgerJobs(kernel: Kernel): void {
  const { jobs } = kernel;
  jobs.define('ledger.seal', { needsRightClock: true, concurrency: 1 }, async () => {
    await sealJournals(kernel);
  });
  jobs.schedule('ledger.seal', '* * * * *');
  jobs.define(
    'ledger.release_holds',
    { needsRightClock: true, concurrency: 1, inTestMode: 'account' },
    async () => {
      await releaseExpiredHolds(kernel);
    },
  );
  jobs.schedule('ledger.release_holds', '* * * * *');
  jobs.define(
    'ledger.close_days',
    { needsRightClock: true, concurrency: 1, expireInSeconds: closeSecondsMax },
    async () => {
      await closeDays(kernel);
    },
  );
  jobs.schedule('ledger.close_days', '7 * * * *');
  const nightly = { concurrency: 1, retriesMax: 1, expireInSeconds: verifySecondsMax };
  jobs.define('ledger.verify', nightly, (_, { isLastAttempt }) =>
    verifyNightly(kernel, isLastAttempt),
  );
  jobs.schedule('ledger.verify', '37 2 * * *');
}

/** Alerts staff about problems, and when the check itself fails. */
async function verifyNightly(kernel: Kernel, isLastAttempt: boolean): Promise<void> {
  try {
    const { isSound, problems, sealed, head, debts } = await verifyLedger(kernel);
    const check = { isSound, problems: problems.length, now: kernel.clock.now() };
    await kernel.work.write((tx) => saveCheck(tx, check));
    const facts = { sealed, head, debts, problems: problems.length };
    if (isSound) return kernel.log.info(facts, 'the ledger is sound');
    kernel.log.error(facts, 'the ledger is not sound');
    await sendLedgerAlert(kernel, problems);
  } catch (error) {
    if (isLastAttempt) await sendLedgerAlert(kernel, ['The check could not be run.']);
    throw error;
  }
}
