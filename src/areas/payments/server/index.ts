// What other areas and app.ts use of payments.

export { paymentStatusLabels } from '../wire/payments.constants.ts';
export { adjustmentKindLabels, attentionLabels } from '../wire/reviews.constants.ts';
export { receivedTypes, spendTypes } from '../wire/transactions.constants.ts';
export { readAdjustment } from './adjustments/adjustments.ts';
export { proposeCredit } from './adjustments/charge-credits.ts';
export {
  missedPeriodDecided,
  proposeForMissedPeriod,
  readMissedPeriodProposals,
} from './adjustments/missed-periods.ts';
export { describeAdjustment } from './adjustments/serialize-adjustment.ts';
export { throwInsufficientBalance } from './adjustments/wallet-limits.ts';
export { chargeCardFor, readCardName, readCharging } from './cards/charge-card.ts';
export { loadAccounts } from './cards/provider-accounts.ts';
export { cancelPlanPayment } from './checkout/cancel-plan-payment.ts';
export { createPayment } from './checkout/create-payment.ts';
export { findProviderUrl } from './config.ts';
export {
  assertBillingCountry,
  cardPaymentFailed,
  cardReady,
  createPayments,
  type Payments,
  paymentCompleted,
} from './context.ts';
export { describeOptOut, wantsReceipts } from './emails/receipts.ts';
export { paymentJobs } from './jobs.ts';
export { readPayment, readPlanPayments } from './payments/manage-payments.ts';
export { findLastPayCurrency } from './payments/payment-store.ts';
export {
  listAccountWithdrawals,
  listOpenAdjustments,
  listPaymentsToReview,
  listWaitingWithdrawals,
  readAttention,
  readReceived,
  searchPayments,
} from './reviews/staff-figures.ts';
export { paymentAreaRoutes } from './routes.ts';
export { seedPayments } from './seed.ts';
export { topUpHandlers } from './settings/top-up-wallets.ts';
export {
  listRecentPayments,
  listRecentTransactions,
  readPaymentFigures,
} from './wallet/account-figures.ts';
export { type PaymentSum, readPaymentsOverTime } from './wallet/account-figures-store.ts';
export { readBalance, readCurrency } from './wallet/transactions.ts';
export { deleteAccountData } from './withdrawals/account-data.ts';
export { readForStaff as readWithdrawal } from './withdrawals/decide-withdrawal.ts';
export { describeWithdrawal } from './withdrawals/serialize-withdrawal.ts';
