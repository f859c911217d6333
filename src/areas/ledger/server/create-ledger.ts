import type { Kernel } from '#kernel/kernel.ts';
import { balanceAt, balances, readAvailable } from './balances/balances.ts';
import { hold, release } from './holds/holds.ts';
import { capture, post, reverse } from './journals/post-journal.ts';
import type { Ledger } from './ledger.ts';
import { netOverTime, statistics, sumByType } from './statistics/statistics.ts';
import {
  findTransaction,
  listTransactions,
  streamTransactions,
  sumTransactions,
} from './transactions/read-transactions.ts';

type Deps = Pick<Kernel, 'clock'>;

export const createLedger = (deps: Deps): Ledger => ({
  post: (db, journal) => post(deps, db, journal),
  hold: (db, draft) => hold(deps, db, draft),
  release: (db, holdId) => release(deps, db, holdId),
  capture: (db, holdId, journal) => capture(deps, db, holdId, journal),
  reverse: (db, journalId, details) => reverse(deps, db, journalId, details),
  balances,
  readAvailable,
  balanceAt,
  findTransaction,
  listTransactions,
  streamTransactions,
  sumTransactions,
  sumByType,
  netOverTime,
  statistics: (db, accountId, currency, period) =>
    statistics(deps, db, accountId, currency, period),
});
