import { chargeOverages } from '../overage/charge-overage.ts';
import { remindOfEnds, warnOfBalances } from '../renewals/reminders.ts';
import { renewDue } from '../renewals/renew.ts';
import type { Subscriptions } from './subscriptions.ts';

export function subscriptionJobs(deps: Subscriptions): void {
  const { jobs } = deps.kernel;
  jobs.define('billing.renew', { needsRightClock: true, concurrency: 1 }, () => renewDue(deps));
  jobs.schedule('billing.renew', '* * * * *');
  jobs.define('billing.remind', { needsRightClock: true, concurrency: 1 }, async () => {
    await warnOfBalances(deps);
    await remindOfEnds(deps);
  });
  jobs.schedule('billing.remind', '17 * * * *');
  jobs.define('billing.overage', { needsRightClock: true, concurrency: 1 }, () =>
    chargeOverages(deps),
  );
  jobs.schedule('billing.overage', '37 * * * *');
}
