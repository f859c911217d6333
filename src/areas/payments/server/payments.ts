// What the use-cases of this area work with, and what it tells others.
import type { Ledger } from '#areas/ledger/server/index.ts';
import { defineEvent } from '#kernel/events.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { openProviderCopies, type ReadOffers } from './provider-copies.ts';
import { openProviders, type Providers } from './providers/open-providers.ts';

export type Payments = {
  kernel: Kernel;
  ledger: Ledger;
  providers: Providers;
  readOffers: ReadOffers;
};

export function openPayments(
  kernel: Kernel,
  ledger: Ledger,
  providers: Providers = openProviders(kernel),
): Payments {
  return { kernel, ledger, providers, readOffers: openProviderCopies(kernel, providers) };
}

/**
 * A payment has all its money; in the transaction that credits it. Told once a payment, also when
 * more money comes later.
 */
export const paymentCompleted = defineEvent<{
  paymentId: string;
  accountId: number;
  purpose: 'deposit' | 'subscription';
  subscriptionId: string | null;
  /** The slug of the tariff that a plan's payment is for; null where nothing says so. */
  tariff: string | null;
}>('payment.completed');

/** What the event stream says of a payment; the reader fetches the rest. */
export const paymentsTopic = 'payments';
