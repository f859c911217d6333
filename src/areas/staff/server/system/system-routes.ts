import {
  hasRateSources,
  type RateSnapshots,
  readRateSnapshots,
  refreshRates,
} from '#areas/customs/server/index.ts';
import { saveCheck, verifyLedger } from '#areas/ledger/server/index.ts';
import type { Api } from '#kernel/http/api.ts';
import { apiError } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { csvStream, respondCsv } from '#kernel/http/responses/csv-response.ts';
import * as contract from '../../wire/index.ts';
import { featureRoutes } from '../features/feature-routes.ts';
import type { Staff } from '../staff.ts';
import { jobRoutes } from './job-routes.ts';
import { readJournalRecord } from './journal-record.ts';
import { listLedgerJournals, postingColumns, streamPostings } from './journals.ts';
import { mailRoutes } from './mail-routes.ts';
import { readTrialBalance } from './trial-balance.ts';

const rateDaysMax = 30;

export function systemRoutes(api: Api, staff: Staff): void {
  const { kernel } = staff;
  mailRoutes(api, kernel);
  jobRoutes(api, kernel);
  featureRoutes(api, kernel);
  rateRoutes(api, staff);
  journalRoutes(api, staff);
  mount(api, contract.readSystemHealth, async () =>
    respond(200, {
      checked_at: kernel.clock.now().toISOString(),
      parts: await kernel.checks.readAll(),
    }),
  );
  mount(api, contract.checkLedger, async () => {
    const report = await verifyLedger(kernel);
    const now = kernel.clock.now();
    const check = { isSound: report.isSound, problems: report.problems.length, now };
    await kernel.work.write((tx) => saveCheck(tx, check));
    return respond(200, {
      checked_at: now.toISOString(),
      is_sound: report.isSound,
      problems: report.problems,
      trial_balance: report.trialBalance,
      sealed: report.sealed,
      head: report.head,
      debts: report.debts,
    });
  });
}

function journalRoutes(api: Api, staff: Staff): void {
  mount(api, contract.listLedgerJournals, async ({ db, query, request }) => {
    if (query.format === 'csv')
      return respondCsv('journals', csvStream(postingColumns, streamPostings(staff, db, query)));
    return respondPage(api, { query, request }, (page) =>
      listLedgerJournals(staff, db, query, page),
    );
  });
  mount(api, contract.readLedgerJournal, async ({ db, params }) =>
    respond(200, await readJournalRecord(staff, db, params.id)),
  );
  mount(api, contract.readTrialBalance, async ({ db, query }) => {
    const at = query.at === undefined ? staff.kernel.clock.now() : new Date(query.at);
    const balance = await readTrialBalance(db, at);
    if (query.format !== 'csv') return respond(200, balance);
    const name = `trial-balance-${at.toISOString().slice(0, 16).replace(':', '')}`;
    return respondCsv(name, csvStream(balanceColumns, balance.results));
  });
}

const balanceColumns = ['currency', 'account', 'label', 'accounts', 'debit', 'credit'];

function rateRoutes(api: Api, { kernel, customs }: Staff): void {
  mount(api, contract.readRates, async () =>
    respond(200, serializeRates(await readRateSnapshots(customs, rateDaysMax))),
  );
  mount(api, contract.fetchRates, async ({ audit }) => {
    if (!hasRateSources(customs.kernel.config)) throw apiError(contract.ratesNotFetched);
    const fetched = await refreshRates(customs.kernel, customs.rates).catch((err: unknown) => {
      kernel.log.warn({ err }, 'exchange rates were not fetched');
      throw apiError(contract.ratesUnavailable);
    });
    await kernel.work.write((tx) =>
      audit.record(tx, { type: 'rates', id: 'daily', after: fetched }),
    );
    return respond(200, fetched);
  });
}

const serializeRates = (rates: RateSnapshots): contract.RateSnapshotsWire => ({
  fetched_from: rates.fetchedFrom,
  is_stale: rates.isStale,
  carried: rates.carried,
  sources: rates.sources.map((source) => ({
    id: source.id,
    title: source.title,
    is_enabled: source.isEnabled,
    last_day: source.lastDay,
    age_days: source.ageDays,
    fetched_at: source.fetchedAt?.toISOString() ?? null,
    failed_at: source.failedAt?.toISOString() ?? null,
    last_error: source.lastError,
  })),
  days: rates.days,
});
