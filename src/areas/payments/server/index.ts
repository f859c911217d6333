// What other areas and app.ts may use of payments.
export { paymentStatusLabels } from '../payment-status.ts';
export {
  listRecentPayments,
  listRecentTransactions,
  readPaymentFigures,
  readPaymentsOverTime,
} from './account-figures.ts';
export type { PaymentSum } from './account-figures-store.ts';
export { createPayment } from './create-payment.ts';
export { paymentJobs } from './jobs.ts';
export { readPayment } from './manage-payments.ts';
export { openPayments, type Payments, paymentCompleted } from './payments.ts';
export { paymentAreaRoutes } from './routes.ts';
export { seedPayments } from './seed.ts';
export { readAttention, readReceived } from './staff-figures.ts';
export { readBalance, readCurrency } from './transactions.ts';
