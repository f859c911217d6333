// What other areas and app.ts may use of payments.
export { paymentJobs } from './jobs.ts';
export { openPayments, type Payments, paymentCompleted } from './payments.ts';
export { paymentAreaRoutes } from './routes.ts';
export { seedPayments } from './seed.ts';
