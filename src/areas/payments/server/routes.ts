import type { Api } from '#kernel/http/api.ts';
import type { RelatedObjects } from '#kernel/ports.ts';
import { adjustmentRoutes } from './adjustments/adjustment-routes.ts';
import { cardRoutes } from './cards/card-routes.ts';
import { currencyRoutes } from './checkout/currency-routes.ts';
import { clearingRoutes } from './clearing/clearing-routes.ts';
import type { Payments } from './context.ts';
import { ledgerCheckRoutes } from './ledger-check/ledger-check-routes.ts';
import { paymentRoutes } from './payments/payment-routes.ts';
import { mountSandbox } from './providers/sandbox/sandbox-routes.ts';
import { reviewRoutes } from './reviews/review-routes.ts';
import { settingRoutes } from './settings/setting-routes.ts';
import { paymentTransactionRoutes, transactionRoutes } from './wallet/transaction-routes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';
import { staffWithdrawalRoutes, withdrawalRoutes } from './withdrawals/withdrawal-routes.ts';

/** `related` checks who owns a subscription, because payments may not import billing. */
export function paymentAreaRoutes(api: Api, payments: Payments, related: RelatedObjects): void {
  currencyRoutes(api, payments);
  paymentRoutes(api, payments, related);
  transactionRoutes(api, payments);
  paymentTransactionRoutes(api, payments);
  webhookRoutes(api, payments);
  adjustmentRoutes(api, payments);
  reviewRoutes(api, payments);
  ledgerCheckRoutes(api);
  withdrawalRoutes(api, payments);
  staffWithdrawalRoutes(api, payments);
  cardRoutes(api, payments);
  settingRoutes(api, payments);
  clearingRoutes(api, payments);
  mountSandbox(api.app, payments.kernel);
}
