import type { Kernel } from '#kernel/kernel.ts';
import { allowNegative } from './balance-store.ts';
import { balanceAt, balances, readAvailable } from './balances.ts';
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

type Deps = Pick<Kernel, 'clock'>;

export const openLedger = (deps: Deps): Ledger => ({
  post: (db, journal) => post(deps, db, journal),
  hold: (db, draft) => hold(deps, db, draft),
  release: (db, holdId) => release(deps, db, holdId),
  capture: (db, holdId, journal) => capture(deps, db, holdId, journal),
  reverse: (db, journalId, details) => reverse(deps, db, journalId, details),
  allowNegative: (db, accountId, currency, isAllowed) =>
    allowNegative(db, accountId, currency, isAllowed, deps.clock.now()),
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
