import { chargeOverages } from '../overage/charge-overage.ts';
import { remindOfEnds, warnOfBalances } from '../renewals/reminders.ts';
import { renewDue } from '../renewals/renew.ts';
import type { Subscriptions } from './subscriptions.ts';

const ofAccount = { needsRightClock: true, concurrency: 1, inTestMode: 'account' } as const;

export function subscriptionJobs(deps: Subscriptions): void {
  const { jobs } = deps.kernel;
  jobs.define('billing.renew', ofAccount, () => renewDue(deps));
  jobs.schedule('billing.renew', '* * * * *');
  jobs.define('billing.remind', ofAccount, async () => {
    await warnOfBalances(deps);
    await remindOfEnds(deps);
  });
  jobs.schedule('billing.remind', '17 * * * *');
  jobs.define('billing.overage', ofAccount, () => chargeOverages(deps));
  jobs.schedule('billing.overage', '37 * * * *');
}
