// The dependencies of this area's use cases, and the events that it publishes.
import type { Ledger } from '#areas/ledger/server/index.ts';
import { defineEvent } from '#kernel/events/events.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Sealer } from '#kernel/sealing/sealer.ts';
import { createProviderCatalogCache, type ReadCatalog } from './checkout/provider-catalog-cache.ts';
import { createProviders, type Providers } from './providers/providers.ts';
import { createDestinationSealer } from './withdrawals/destinations.ts';

export type Payments = {
  kernel: Kernel;
  ledger: Ledger;
  providers: Providers;
  readCatalog: ReadCatalog;
  destinationSealer: Sealer;
};

export function createPayments(
  kernel: Kernel,
  ledger: Ledger,
  providers: Providers = createProviders(kernel),
): Payments {
  return {
    kernel,
    ledger,
    providers,
    readCatalog: createProviderCatalogCache(kernel, providers),
    destinationSealer: createDestinationSealer(kernel.config.APP_SECRET),
  };
}

/**
 * A payment is fully paid. Published once per payment, in the transaction that credits it.
 */
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
