// By which rate arrived money is worth something: the locked one in time, that of its arrival later.
import { isCurrency } from '#lib/currencies.ts';
import { listTransfers } from './arrival-store.ts';
import type { PaymentRow } from './payment-store.ts';
import type { Payments } from './payments.ts';
import type { PaymentProvider, ProviderTruth } from './providers/provider.ts';

/** Units of the price currency for one of the transfer's. */
export type RateUsed = { rate: string; source: string; at: Date };

/** Rates for money whose worth is not the locked one, by the transfer's name at the provider. */
export type ArrivalRates = ReadonlyMap<string, RateUsed>;

/** Asked before anything is locked, so that no lock waits for a provider. */
export async function fetchRates(
  { kernel }: Payments,
  provider: PaymentProvider,
  payment: PaymentRow,
  truth: ProviderTruth,
): Promise<ArrivalRates> {
  const rows = await kernel.work.read((db) => listTransfers(db, payment.id));
  const rates = new Map<string, RateUsed>();
  for (const transfer of truth.transfers) {
    const known = rows.find((row) => row.provider_transfer_id === transfer.id);
    if (!transfer.isSettled || known?.journal_id || !isCurrency(transfer.currency)) continue;
    if (isAtLockedRate(payment, transfer.currency, known?.seen_at ?? transfer.at)) continue;
    rates.set(transfer.id, await provider.fetchRate(transfer.currency, payment.currency));
  }
  return rates;
}

/**
 * In the currency that was asked for, and first seen in time: what was seen before the end may
 * settle after it.
 */
export const isAtLockedRate = (payment: PaymentRow, currency: string, seenAt: Date): boolean =>
  currency === payment.pay_currency &&
  payment.exchange_rate !== null &&
  (currency === payment.currency || seenAt <= payment.expires_at);
