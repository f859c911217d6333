import { purgeHistory, recordStates } from './history/record-states.ts';
import type { Status } from './status.ts';

export function statusJobs({ kernel }: Status): void {
  const { jobs } = kernel;
  // A minute that could not be recorded counts as not measured.
  jobs.define('status.record', { retriesMax: 0, concurrency: 1, inTestMode: 'live' }, () =>
    recordStates(kernel),
  );
  jobs.schedule('status.record', '* * * * *');
  jobs.define('status.purge', { needsRightClock: true, inTestMode: 'live' }, () =>
    purgeHistory(kernel),
  );
  jobs.schedule('status.purge', '52 3 * * *');
}
