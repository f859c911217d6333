// What app.ts and other areas may use of billing.
export { type Entitlements, entitlementsOf } from './entitlements.ts';
export { keyJobs } from './keys/key-jobs.ts';
export { keyRoutes } from './keys/key-routes.ts';
export { type Keys, openKeys } from './keys/keys.ts';
export { revokeKeysOfAccount } from './keys/revoke-keys.ts';
export { seedKeys } from './keys/seed.ts';
export { seedSubscriptions } from './subscriptions/seed.ts';
export { subscriptionHandlers } from './subscriptions/subscription-events.ts';
export { subscriptionJobs } from './subscriptions/subscription-jobs.ts';
export { subscriptionRoutes } from './subscriptions/subscription-routes.ts';
export { openSubscriptions, type Subscriptions } from './subscriptions/subscriptions.ts';
export { tariffRoutes } from './subscriptions/tariff-routes.ts';
export { type UsageAlert, usageAlertsOf } from './usage/alerts.ts';
export { type Overage, overageOf, type QuotaUse, readQuotaUse } from './usage/quota-use.ts';
export { openUsage, type Usage } from './usage/usage.ts';
export { usageJobs } from './usage/usage-jobs.ts';
export { usageRoutes } from './usage/usage-routes.ts';
