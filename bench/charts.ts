// Charts and the overview with ten million usage records.
import { pino } from 'pino';
import { readOverview } from '#areas/billing/server/charts/overview.ts';
import { readChart, readDetailedChart } from '#areas/billing/server/charts/read-chart.ts';
import { createSubscriptions } from '#areas/billing/server/index.ts';
import { createLedger } from '#areas/ledger/server/index.ts';
import type { Payments } from '#areas/payments/server/index.ts';
import { systemClock } from '#kernel/clock.ts';
import type { Db } from '#kernel/database/database.ts';
import type { Database } from '#kernel/database/open-database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createSummaryProviders } from '#kernel/ports.ts';
import { measureOverUsage } from './load/over-usage.ts';
import type { Row } from './load/rows.ts';

/** The part of the kernel that the reads use. */
function createDeps(database: Database) {
  const log = pino({ level: 'silent' });
  const kernel = { database, clock: systemClock, log } as unknown as Kernel;
  const payments = {
    kernel,
    ledger: createLedger(kernel),
    hasBillingCountry: async () => true,
  } as unknown as Payments;
  return { ...createSubscriptions(kernel, payments), summaries: createSummaryProviders(log) };
}
type Read = readonly [
  what: string,
  read: (deps: ReturnType<typeof createDeps>, db: Db, accountId: number) => Promise<unknown>,
];

const zone = 'Europe/Berlin';
const of = { metric: 'requests', timezone: zone, currency: undefined } as const;
const compared = { ...of, compare: 'previous' } as const;
const reads: readonly Read[] = [
  ['30 days', (deps, db, id) => readChart(deps, db, id, { ...of, period: '30d' })],
  ['13 weeks', (deps, db, id) => readChart(deps, db, id, { ...of, period: '90d' })],
  ['12 months', (deps, db, id) => readChart(deps, db, id, { ...of, period: '1y' })],
  [
    '30 days by key, compared',
    (deps, db, id) =>
      readDetailedChart(deps, db, id, { ...compared, period: '30d', group_by: 'api_key' }),
  ],
  [
    '13 weeks by status, compared',
    (deps, db, id) =>
      readDetailedChart(deps, db, id, { ...compared, period: '90d', group_by: 'status' }),
  ],
  [
    '30 days of one endpoint that failed',
    (deps, db, id) =>
      readDetailedChart(deps, db, id, {
        ...of,
        period: '30d',
        endpoint: '/apix/bench/3/',
        status_class: 4,
      }),
  ],
  ['the overview', (deps, db, id) => readOverview(deps, db, id)],
];

export default (): Promise<Row[]> =>
  measureOverUsage(
    reads.map(([what, read]) => [
      what,
      (database, accountId) => read(createDeps(database), database.read, accountId),
    ]),
  );
