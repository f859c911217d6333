// What other areas and app.ts may use of the ledger.
export { isInDebt } from './balance-store.ts';
export { findLastCheck, keepCheck } from './check-store.ts';
export { ledgerJobs } from './jobs.ts';
export { hasCharge } from './journal-store.ts';
export {
  type JournalDetails,
  type JournalDraft,
  type Rate,
  type TransactionType,
  transactionTypes,
} from './journals.ts';
export type {
  Balance,
  Hold,
  HoldDraft,
  Ledger,
  Posted,
  SeriesPoint,
  Statistics,
  StatisticsPeriod,
  Totals,
  Transaction,
  TransactionFilter,
  TransactionPage,
  TypeTotals,
  WalletBalance,
} from './ledger.ts';
export {
  HoldExceeded,
  HoldNotOpen,
  IdempotencyConflict,
  InsufficientBalance,
  JournalNotFound,
  NotReversible,
} from './ledger-errors.ts';
export { openLedger } from './open-ledger.ts';
export { sealJournals } from './seal.ts';
export { type SeriesEntry, seriesOf, startOfPeriod } from './series.ts';
export {
  adjustment,
  bonus,
  charge,
  conversion,
  deposit,
  fee,
  refundCharge,
  refundPayment,
  requestWithdrawal,
  settleWithdrawal,
  withdrawal,
} from './transactions.ts';
export { type LedgerReport, verifyLedger } from './verify.ts';
