// What the end of a period takes from the wallet, and whether the wallet will have it.
import { type Amount, amountOf, isPositive, isZero, subtractAmounts, zero } from '#lib/money.ts';
import type { Db } from '#server/database/database.ts';
import type { SubscriptionRow } from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { TariffRow } from './tariff-store.ts';
import { priceOf } from './tariff-wire.ts';

export type NextCharge = {
  at: Date;
  amount: Amount;
  available: Amount;
  /** Zero when the balance suffices. */
  missing: Amount;
};

/** With the change that waits for the renewal; null when the end of the period takes nothing. */
function nextPriceOf(row: SubscriptionRow, tariffs: ReadonlyMap<number, TariffRow>): Amount | null {
  const isRenewed =
    (row.status === 'active' || row.status === 'trialing') && !row.cancel_at_period_end;
  if (!isRenewed) return null;
  const changes = row.pending_tariff_id !== null && row.pending_payment_id === null;
  const price = changes
    ? priceOf(tariffs.get(row.pending_tariff_id!)!, row.pending_billing_period!)
    : amountOf(row.price, row.currency);
  return isZero(price) ? null : price;
}

/** By subscription; those that are not there are charged nothing. */
export async function readNextCharges(
  { ledger }: Pick<Subscriptions, 'ledger'>,
  db: Db,
  rows: readonly SubscriptionRow[],
  tariffs: ReadonlyMap<number, TariffRow>,
): Promise<Map<string, NextCharge>> {
  const charges = new Map<string, NextCharge>();
  for (const row of rows) {
    const amount = nextPriceOf(row, tariffs);
    if (!amount) continue;
    const wallets = await ledger.balances(db, row.account_id);
    const wallet = wallets.find(({ currency }) => currency === amount.currency);
    const available = wallet?.available ?? zero(amount.currency);
    const left = subtractAmounts(amount, available);
    const missing = isPositive(left) ? left : zero(amount.currency);
    charges.set(row.id, { at: row.current_period_end, amount, available, missing });
  }
  return charges;
}
