// The charge at the end of a period, and whether the wallet covers it.

import { readCharging } from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import {
  type Amount,
  addAmounts,
  isPositive,
  isZero,
  subtractAmounts,
  toAmount,
  zero,
} from '#lib/money.ts';
import type { BillingPeriod } from '../../wire/tariffs.ts';
import { readOwedThisMonth } from '../overage/record-overage.ts';
import type { SubscriptionRow } from '../subscriptions/subscription-store.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { readPrice } from '../tariffs/serialize-tariff.ts';
import { findTariffById, type TariffRow } from '../tariffs/tariff-store.ts';

export type NextCharge = {
  at: Date;
  /** The tariff of the next period. */
  tariff: TariffRow;
  amount: Amount;
  /** What usage over the quota costs this month so far. It is charged by then, too. */
  overage: Amount;
  available: Amount;
  /** Of both. Zero if the balance is sufficient, or a card pays. */
  missing: Amount;
  /** The card that pays all of it, or else what is missing of the balance; null without one. */
  card: { name: string; paysAll: boolean } | null;
};

type PendingColumns = Pick<
  SubscriptionRow,
  'tariff_id' | 'pending_tariff_id' | 'pending_payment_id'
>;

/** A change that waits for its payment is not applied at the renewal. */
export const changesAtRenewal = (row: PendingColumns): boolean =>
  row.pending_tariff_id !== null && row.pending_payment_id === null;

/** The tariff of the next period. */
export const nextTariffId = (row: PendingColumns): number =>
  changesAtRenewal(row) ? row.pending_tariff_id! : row.tariff_id;

export type NextTerms = {
  tariff: TariffRow;
  billingPeriod: BillingPeriod;
  price: Amount;
  /** Months are counted from it; a year that follows months begins where they end. */
  anchor: Date;
};

/** Where the months of the next period are counted from. */
export const nextAnchor = (
  { billing_anchor_at, billing_period, current_period_end }: SubscriptionRow,
  billingPeriod: BillingPeriod,
): Date =>
  billingPeriod === 'yearly' && billing_period === 'monthly'
    ? current_period_end
    : billing_anchor_at;

/** Of the next period, with a change that waits for it. */
export async function readNextTerms(db: Db, row: SubscriptionRow): Promise<NextTerms> {
  const tariff = await findTariffById(db, nextTariffId(row));
  if (!changesAtRenewal(row))
    return {
      tariff,
      billingPeriod: row.billing_period,
      price: toAmount(row.price, row.currency),
      anchor: row.billing_anchor_at,
    };
  const billingPeriod = row.pending_billing_period!;
  return {
    tariff,
    billingPeriod,
    price: readPrice(tariff, billingPeriod),
    anchor: nextAnchor(row, billingPeriod),
  };
}

/** Includes a change that waits for the renewal; null if the end of the period charges nothing. */
function findNextPrice(row: SubscriptionRow, tariff: TariffRow): Amount | null {
  const isRenewed =
    (row.status === 'active' || row.status === 'trialing') && !row.cancel_at_period_end;
  if (!isRenewed) return null;
  const price = changesAtRenewal(row)
    ? readPrice(tariff, row.pending_billing_period!)
    : toAmount(row.price, row.currency);
  return isZero(price) ? null : price;
}

/** By subscription id; subscriptions without a charge are absent. */
export async function readNextCharges(
  deps: Pick<Subscriptions, 'kernel' | 'ledger' | 'payments'>,
  db: Db,
  rows: readonly SubscriptionRow[],
  tariffs: ReadonlyMap<number, TariffRow>,
): Promise<Map<string, NextCharge>> {
  const { ledger, payments } = deps;
  const due = [];
  for (const row of rows) {
    const tariff = tariffs.get(nextTariffId(row))!;
    const amount = findNextPrice(row, tariff);
    if (amount) due.push({ row, tariff, amount, overage: await readOverage(deps, db, row) });
  }
  const accountIds = [...new Set(due.map(({ row }) => row.account_id))];
  const wallets = accountIds.length > 0 ? await ledger.readAvailable(db, accountIds) : [];
  const chargings = await readCharging(payments, db, accountIds);
  return new Map(
    due.map(({ row, tariff, amount, overage }) => {
      const wallet = wallets.find(
        (one) => one.accountId === row.account_id && one.amount.currency === amount.currency,
      );
      const available = wallet?.amount ?? zero(amount.currency);
      const left = subtractAmounts(addAmounts(amount, overage), available);
      const isShort = isPositive(left);
      const charging = chargings.get(row.account_id);
      const isValid = charging && charging.endsAt > row.current_period_end;
      const isByCard = isValid && (isShort || charging.chargeFirst === 'card');
      const paysAll = charging?.chargeFirst === 'card' || !isPositive(available);
      const card = isByCard ? { name: charging.name, paysAll } : null;
      const missing = isShort && !card ? left : zero(amount.currency);
      const at = row.current_period_end;
      return [row.id, { at, tariff, amount, overage, available, missing, card }];
    }),
  );
}

async function readOverage(
  deps: Pick<Subscriptions, 'kernel'>,
  db: Db,
  row: SubscriptionRow,
): Promise<Amount> {
  const owed = await readOwedThisMonth(deps, db, row);
  return owed?.currency === row.currency ? owed : zero(row.currency);
}
