// The public interface of billing for app.ts and other areas.
export { graceDays } from '../wire/subscriptions.constants.ts';
export { chartRoutes } from './charts/chart-routes.ts';
export {
  hasWebhooks,
  readEntitlements,
  readTranscriptionSeconds,
} from './entitlements.ts';
export { keyJobs } from './keys/key-jobs.ts';
export { keyRoutes } from './keys/key-routes.ts';
export { createKeys, type Keys } from './keys/keys.ts';
export {
  listAccountKeys,
  readKey,
  readKeyNames,
  revokeKeysOfAccount,
  searchKeys,
} from './keys/manage-keys.ts';
export { seedKeys } from './keys/seed.ts';
export { findOpenMissedPeriods } from './missed-periods/missed-period-store.ts';
export { billingPrompts } from './prompts.ts';
export { spendingRoutes } from './spending/spending-routes.ts';
export { charged } from './subscriptions/charged.ts';
export { seedPlan } from './subscriptions/demo/seed.ts';
export { seedCustomers } from './subscriptions/demo/seed-customers.ts';
export {
  findAccountSubscription,
  listAccountSubscriptions,
  readSubscription,
} from './subscriptions/read-subscriptions.ts';
export { subscriptionHandlers } from './subscriptions/subscription-events.ts';
export { subscriptionJobs } from './subscriptions/subscription-jobs.ts';
export { subscriptionRoutes } from './subscriptions/subscription-routes.ts';
export { createSubscriptions, type Subscriptions } from './subscriptions/subscriptions.ts';
export { tariffRoutes } from './tariffs/tariff-routes.ts';
export { findCall, nameOfCall } from './usage/lists/list-usage.ts';
export { sumAllUsage } from './usage/lists/sum-store.ts';
export { usageRoutes } from './usage/lists/usage-routes.ts';
export { openPastUsage, seedUsage } from './usage/seed.ts';
export { createUsage, type Usage } from './usage/usage.ts';
export { usageJobs } from './usage/usage-jobs.ts';
