import type { Api } from '#kernel/http/api.ts';
import type { RelatedObjects } from '#kernel/ports.ts';
import { adjustmentRoutes } from './adjustment-routes.ts';
import { currencyRoutes } from './currency-routes.ts';
import { paymentRoutes } from './payment-routes.ts';
import type { Payments } from './payments.ts';
import { mountSandbox } from './providers/sandbox-routes.ts';
import { reviewRoutes } from './review-routes.ts';
import { paymentTransactionRoutes, transactionRoutes } from './transaction-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** `related` knows whether a subscription is somebody's: payments have no arrow to billing. */
export function paymentAreaRoutes(api: Api, payments: Payments, related: RelatedObjects): void {
  currencyRoutes(api, payments);
  paymentRoutes(api, payments, related);
  transactionRoutes(api, payments);
  paymentTransactionRoutes(api, payments);
  webhookRoutes(api, payments);
  adjustmentRoutes(api, payments);
  reviewRoutes(api, payments);
  mountSandbox(api.app, payments.kernel);
}
