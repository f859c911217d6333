// What other areas and app.ts use of the ledger.
export { isInDebt } from './balances/balance-store.ts';
export { createLedger } from './create-ledger.ts';
export { ledgerJobs } from './jobs.ts';
export {
  adjustment,
  charge,
  creditCharge,
  deposit,
  refundPayment,
  settlement,
  withdrawal,
} from './journals/journal-drafts.ts';
export {
  type JournalFilter,
  type JournalRecord,
  type ListedJournal,
  listJournals,
  listJournalsAfter,
  listJournalsOfPeriod,
  readJournal,
} from './journals/journal-list-store.ts';
export { hasCharge } from './journals/journal-store.ts';
export type {
  JournalDetails,
  JournalDraft,
  PlatformKind,
  TransactionType,
} from './journals/journals.ts';
export { sumReceived } from './journals/received-store.ts';
export {
  findRevenue,
  listRevenue,
  type RevenueEntry,
  type RevenueSum,
  sumRevenue,
} from './journals/revenue-store.ts';
export type {
  Ledger,
  SeriesPoint,
  Totals,
  Transaction,
  TransactionFilter,
  WalletBalance,
} from './ledger.ts';
export { InsufficientBalance } from './ledger-errors.ts';
export { buildSeries, type SeriesEntry, startOfPeriod } from './statistics/series.ts';
export { reopenDays } from './trial-balance/closing-store.ts';
export {
  closeDays,
  readTrialBalanceAt,
  type TrialBalance,
} from './trial-balance/trial-balance.ts';
export { findLastCheck, saveCheck } from './verification/check-store.ts';
export { sealJournals } from './verification/seal.ts';
export { findChainHead } from './verification/seal-store.ts';
export { type LedgerReport, verifyLedger } from './verification/verify.ts';
export { readTrialBalance } from './verification/verify-store.ts';
