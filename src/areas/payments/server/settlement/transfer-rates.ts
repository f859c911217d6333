// The rate for received money: the locked one in time, that of its arrival if late.
import { isCurrency } from '#lib/currencies.ts';
import type { Payments } from '../context.ts';
import type { PaymentRow } from '../payments/payment-store.ts';
import {
  type PaymentProvider,
  ProviderRefused,
  type ProviderSnapshot,
} from '../providers/provider.ts';
import { listTransfers } from './settlement-store.ts';

/** Units of the price currency per unit of the transfer's. */
export type TransferRate = { rate: string; source: string; at: Date };

/** Rates of transfers that do not use the locked rate, by the provider's transfer id. */
export type TransferRates = ReadonlyMap<string, TransferRate>;

/** Called before anything is locked, so that no lock is held during a provider call. */
export async function fetchTransferRates(
  { kernel }: Payments,
  provider: PaymentProvider,
  payment: PaymentRow,
  snapshot: ProviderSnapshot,
): Promise<TransferRates> {
  const rows = await kernel.work.read((db) => listTransfers(db, payment.id));
  const rates = new Map<string, TransferRate>();
  for (const transfer of snapshot.transfers) {
    const known = rows.find((row) => row.provider_transfer_id === transfer.id);
    if (!transfer.isSettled || known?.journal_id || !isCurrency(transfer.currency)) continue;
    if (isAtLockedRate(payment, transfer.currency, known?.seen_at ?? transfer.at)) continue;
    const rate = await fetchRate(kernel, provider, { from: transfer.currency, payment });
    if (rate) rates.set(transfer.id, rate);
  }
  return rates;
}

/** Undefined if the provider refuses: the money then waits, and staff are alerted. */
async function fetchRate(
  { log }: Payments['kernel'],
  provider: PaymentProvider,
  { from, payment }: { from: string; payment: PaymentRow },
): Promise<TransferRate | undefined> {
  try {
    return await provider.fetchRate(from, payment.currency);
  } catch (err) {
    if (!(err instanceof ProviderRefused)) throw err;
    log.warn({ payment: payment.id, err }, 'a provider has no rate for late money');
    return undefined;
  }
}

/** For the expected currency, if first seen before the deadline. */
export const isAtLockedRate = (payment: PaymentRow, currency: string, seenAt: Date): boolean =>
  currency === payment.pay_currency &&
  payment.exchange_rate !== null &&
  (currency === payment.currency || seenAt <= payment.expires_at);
