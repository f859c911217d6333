// What other areas and app.ts may use of payments.
export { paymentStatusLabels } from '../payment-status.ts';
export {
  listRecentPayments,
  listRecentTransactions,
  readPaymentFigures,
} from './account-figures.ts';
export { type PaymentSum, readPaymentsOverTime } from './account-figures-store.ts';
export { cancelPlanPayment } from './cancel-plan-payment.ts';
export { createPayment } from './create-payment.ts';
export { paymentJobs } from './jobs.ts';
export { readPayment, readPlanPayments } from './manage-payments.ts';
export { openPayments, type Payments, paymentCompleted } from './payments.ts';
export { paymentAreaRoutes } from './routes.ts';
export { seedPayments } from './seed.ts';
export { readAttention, readReceived } from './staff-figures.ts';
export { readBalance, readCurrency } from './transactions.ts';
