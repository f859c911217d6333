import type { Invoices } from './invoices-area.ts';
import { issueMissing } from './issue/issue-invoices.ts';
import { issueQueue } from './issue/issue-soon.ts';
import { checkNightly, readHealth } from './reconcile/nightly-check.ts';
import { callVies } from './vies/check-vies.ts';
import { confirmNumbers } from './vies/confirm-numbers.ts';
import { readViesHealth } from './vies/vies-health.ts';

const nightSecondsMax = 3600;

export function invoiceJobs(invoices: Invoices): void {
  const { jobs, checks, config } = invoices.kernel;
  // One at a time and a pause: charges of the same moment are invoiced by one run.
  const issuing = {
    needsRightClock: true,
    concurrency: 1,
    restMs: 250,
    inTestMode: 'account',
  } as const;
  jobs.define(issueQueue, issuing, () => issueMissing(invoices));
  jobs.schedule(issueQueue, '* * * * *');
  jobs.define('invoices.confirm_numbers', { concurrency: 1, retriesMax: 0 }, () =>
    confirmNumbers(invoices),
  );
  jobs.schedule('invoices.confirm_numbers', '19 * * * *');
  const nightly = {
    needsRightClock: true,
    concurrency: 1,
    retriesMax: 1,
    expireInSeconds: nightSecondsMax,
  };
  jobs.define('invoices.check', nightly, () => checkNightly(invoices));
  jobs.schedule('invoices.check', '7 3 * * *');
  checks.add({
    name: 'invoices',
    title: 'Invoices and ledger',
    read: () => readHealth(invoices),
  });
  checks.add({
    name: 'vies',
    title: 'VAT numbers',
    read: () => readViesHealth(invoices),
    call: () => callVies(config),
  });
}
