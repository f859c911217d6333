import type { Kernel } from '#server/kernel.ts';
import { allowNegative } from './balance-store.ts';
import { balanceAt, balances } from './balances.ts';
import { hold, release } from './holds.ts';
import type { Ledger } from './ledger.ts';
import { capture, post, reverse } from './post-journal.ts';
import {
  findTransaction,
  listTransactions,
  streamTransactions,
  sumTransactions,
} from './read-transactions.ts';
import { netOverTime, statistics, sumByType } from './statistics.ts';

type Deps = Pick<Kernel, 'database' | 'clock'>;

export const openLedger = (deps: Deps): Ledger => ({
  post: (db, journal) => post(deps, db, journal),
  hold: (db, draft) => hold(deps, db, draft),
  release: (db, holdId) => release(deps, db, holdId),
  capture: (db, holdId, journal) => capture(deps, db, holdId, journal),
  reverse: (db, journalId, details) => reverse(deps, db, journalId, details),
  allowNegative: (db, accountId, currency, isAllowed) =>
    allowNegative(db, accountId, currency, isAllowed, deps.clock.now()),
  balances: (accountId, db) => balances(deps, accountId, db),
  balanceAt: (accountId, currency, at) => balanceAt(deps, accountId, currency, at),
  findTransaction: (accountId, id) => findTransaction(deps, accountId, id),
  listTransactions: (filter, page) => listTransactions(deps, filter, page),
  streamTransactions: (filter, options) => streamTransactions(deps, filter, options),
  sumTransactions: (filter) => sumTransactions(deps, filter),
  sumByType: (filter) => sumByType(deps, filter),
  netOverTime: (accountId, currency, of) => netOverTime(deps, accountId, currency, of),
  statistics: (accountId, currency, period) => statistics(deps, accountId, currency, period),
});
