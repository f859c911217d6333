import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { csvStream, respondCsv } from '#kernel/http/responses/csv-response.ts';
import * as contract from '../wire/index.ts';
import { readAreaUsage } from './area-usage/read-area-usage.ts';
import { cohortLines, readCohorts, readFunnel, readTrials } from './customers/read-customers.ts';
import { readFigureCurrency, readPeriod } from './period.ts';
import { listMovements, movementColumns, streamMovements } from './revenue/list-movements.ts';
import { readRevenue } from './revenue/read-revenue.ts';
import * as unpaid from './unpaid/read-unpaid.ts';

/** A row for each month, with the columns of the first; there is always a month. */
const monthsFile = (name: string, rows: readonly Record<string, unknown>[]) =>
  respondCsv(name, csvStream(Object.keys(rows[0] ?? {}), rows));

export function figureRoutes(api: Api): void {
  const now = () => api.kernel.clock.now();
  mount(api, contract.readRevenue, async ({ db, query }) => {
    const currency = readFigureCurrency(query.currency);
    const revenue = await readRevenue(db, currency, readPeriod(query, now()));
    if (query.format !== 'csv') return respond(200, revenue);
    return monthsFile(
      'revenue',
      revenue.results.map((row) => ({ ...row, currency })),
    );
  });
  mount(api, contract.readFunnel, async ({ db, query }) => {
    const funnel = await readFunnel(db, readPeriod(query, now()));
    return query.format === 'csv' ? monthsFile('funnel', funnel.results) : respond(200, funnel);
  });
  mount(api, contract.readTrials, async ({ db, query }) => {
    const trials = await readTrials(db, readPeriod(query, now()));
    return query.format === 'csv' ? monthsFile('trials', trials.results) : respond(200, trials);
  });
  mount(api, contract.readCohorts, async ({ db, query }) => {
    const currency = readFigureCurrency(query.currency);
    const cohorts = await readCohorts(db, currency, readPeriod(query, now()));
    if (query.format !== 'csv') return respond(200, cohorts);
    return respondCsv('cohorts', csvStream(cohortColumns, cohortLines(cohorts)));
  });
  mount(api, contract.readAreaUsage, async ({ db, query }) => {
    const usage = await readAreaUsage(db, readPeriod(query, now()));
    if (query.format !== 'csv') return respond(200, usage);
    return respondCsv('usage', csvStream(usageColumns, usage.results));
  });
  mount(api, contract.readFailedPayments, async ({ db, query }) => {
    const currency = readFigureCurrency(query.currency);
    const failed = await unpaid.readFailedPayments(db, currency, readPeriod(query, now()));
    if (query.format !== 'csv') return respond(200, failed);
    return monthsFile(
      'failed-payments',
      failed.results.map((row) => ({ ...row, currency })),
    );
  });
  listRoutes(api);
}

const cohortColumns = [
  'cohort',
  'started',
  'started_mrr',
  'currency',
  'after',
  'accounts',
  'retained',
  'mrr',
  'retained_mrr',
];
const usageColumns = [
  'month',
  'partial',
  'area',
  'metric',
  'requests',
  'errors',
  'units',
  'overage',
];

function listRoutes(api: Api): void {
  const { clock } = api.kernel;
  mount(api, contract.listMovements, ({ db, query, request }) =>
    query.format === 'csv'
      ? respondCsv('movements', csvStream(movementColumns, streamMovements(db, query)))
      : respondPage(api, { query, request }, (page) => listMovements(db, query, page)),
  );
  mount(api, contract.listOverduePlans, ({ db, query, request }) =>
    query.format === 'csv'
      ? respondCsv('overdue', csvStream(unpaid.overdueColumns, unpaid.streamOverduePlans(db)))
      : respondPage(api, { query, request }, (page) => unpaid.listOverduePlans(db, page)),
  );
  mount(api, contract.listShortBalances, ({ db, query, request }) => {
    const now = clock.now();
    return query.format === 'csv'
      ? respondCsv(
          'short-balances',
          csvStream(unpaid.shortColumns, unpaid.streamShortBalances(db, now)),
        )
      : respondPage(api, { query, request }, (page) => unpaid.listShortBalances(db, now, page));
  });
}
