// By which rate arrived money is worth something: the locked one in time, that of its arrival later.
import { isCurrency } from '#lib/currencies.ts';
import { listTransfers } from './arrival-store.ts';
import type { PaymentRow } from './payment-store.ts';
import type { Payments } from './payments.ts';
import type { PaymentProvider, ProviderTransfer, ProviderTruth } from './providers/provider.ts';

/** Units of the price currency for one of the transfer's. */
export type RateUsed = { rate: string; source: string; at: Date };

/** Rates for money whose worth is not the locked one, by the transfer's name at the provider. */
export type ArrivalRates = ReadonlyMap<string, RateUsed>;

/** Asked before the transaction, so that no lock waits for a provider. */
export async function fetchRates(
  { kernel }: Payments,
  provider: PaymentProvider,
  payment: PaymentRow,
  truth: ProviderTruth,
): Promise<ArrivalRates> {
  const known = new Set(
    (await listTransfers(kernel.database.write, payment.id))
      .filter(({ journal_id }) => journal_id !== null)
      .map((one) => one.provider_transfer_id),
  );
  const rates = new Map<string, RateUsed>();
  for (const transfer of truth.transfers) {
    if (!transfer.isSettled || known.has(transfer.id) || isAtLockedRate(payment, transfer))
      continue;
    if (!isCurrency(transfer.currency)) continue;
    rates.set(transfer.id, await provider.fetchRate(transfer.currency, payment.currency));
  }
  return rates;
}

/** In time and in the currency that was asked for. */
export const isAtLockedRate = (payment: PaymentRow, transfer: ProviderTransfer): boolean =>
  transfer.currency === payment.pay_currency &&
  payment.exchange_rate !== null &&
  (transfer.currency === payment.currency || transfer.at <= payment.expires_at);
