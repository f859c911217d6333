// The dependencies of this area's use cases, and the events that it publishes.
import type { Ledger } from '#areas/ledger/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { defineEvent } from '#kernel/events/events.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import type { Sealer } from '#kernel/sealing/sealer.ts';
import { billingCountryRequired } from '#lib/wire/billing-country.ts';
import { createProviderCatalogCache, type ReadCatalog } from './checkout/provider-catalog-cache.ts';
import type { PaymentsConfig } from './config.ts';
import { createProviders, type Providers } from './providers/providers.ts';
import { createDestinationSealer } from './withdrawals/destinations.ts';

export type Payments = {
  kernel: Kernel<PaymentsConfig>;
  ledger: Ledger;
  providers: Providers;
  readCatalog: ReadCatalog;
  destinationSealer: Sealer;
  hasBillingCountry: HasBillingCountry;
};

/** Whether the country is known in which an account's charges are taxed; invoices provides it. */
export type HasBillingCountry = (db: Db, accountId: number) => Promise<boolean>;

/** Nothing is charged, and no card is saved, before. Throws billing_country_required. */
export async function assertBillingCountry(
  { hasBillingCountry }: Pick<Payments, 'hasBillingCountry'>,
  db: Db,
  { accountId }: Pick<Actor, 'accountId'>,
): Promise<void> {
  if (!(await hasBillingCountry(db, accountId))) throw apiError(billingCountryRequired);
}

export function createPayments(
  kernel: Kernel<PaymentsConfig>,
  ledger: Ledger,
  hasBillingCountry: HasBillingCountry,
): Payments {
  const providers = createProviders(kernel);
  return {
    kernel,
    ledger,
    providers,
    readCatalog: createProviderCatalogCache(kernel, providers),
    destinationSealer: createDestinationSealer(kernel.config.APP_SECRET),
    hasBillingCountry,
  };
}

/** Published once per payment, in the transaction that credits it. */
export const paymentCompleted = defineEvent<{
  paymentId: string;
  accountId: number;
  purpose: 'deposit' | 'subscription';
  subscriptionId: string | null;
  /** The slug of the tariff that the payment is for; null for deposits. */
  tariff: string | null;
}>('payment.completed');

/** A saved card did not pay. Published once per payment, in the transaction that ends it. */
export const cardPaymentFailed = defineEvent<{
  paymentId: string;
  accountId: number;
  cardId: string;
  /** `authentication_required`, another word of the provider, or null if it gave none. */
  declineCode: string | null;
}>('card_payment.failed');

/** A card can be charged from now on: it was saved, or made the default. */
export const cardReady = defineEvent<{ accountId: number }>('card.ready');

/** Live topic of changed payments and withdrawals; readers fetch them. */
export const paymentsTopic = 'payments';
