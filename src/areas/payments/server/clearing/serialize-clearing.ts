import { Decimal } from '#lib/decimal.ts';
import { toExactText } from '#lib/money.ts';
import type {
  BankLineWire,
  ClearingDayWire,
  ClearingItemWire,
  ProviderMovementWire,
} from '../../wire/clearing.ts';
import type { ListedLine } from './bank/bank-store.ts';
import { isOverdue } from './check-clearing.ts';
import type { DayRow, ListedItem, ListedMovement } from './clearing-list-store.ts';

type ProviderWire = ClearingDayWire['provider'];

/** What is in none of the other columns. */
function sumOther({ net, ...row }: DayRow): string {
  const named = [row.charges, row.refunds, row.disputes, row.fees, row.payouts, row.reserves];
  return named.reduce((rest, one) => rest.minus(one), new Decimal(net)).toFixed();
}

export function toDay(row: DayRow): ClearingDayWire {
  const text = (value: Decimal | string) => toExactText(new Decimal(value).toFixed(), row.currency);
  const difference = new Decimal(row.available).plus(row.pending).minus(row.booked);
  return {
    day: row.day,
    provider: row.provider as ProviderWire,
    is_test: row.is_test,
    currency: row.currency,
    opening: text(new Decimal(row.closing).minus(row.net)),
    charges: text(row.charges),
    refunds: text(row.refunds),
    disputes: text(row.disputes),
    fees: text(row.fees),
    converted: text(row.converted),
    payouts: text(row.payouts),
    reserves: text(row.reserves),
    other: text(sumOther(row)),
    closing: text(row.closing),
    check: row.checked_at && {
      checked_at: row.checked_at.toISOString(),
      available: text(row.available),
      pending: text(row.pending),
      booked: text(row.booked),
      difference: text(difference),
      open: text(row.open),
      unexplained: text(row.unexplained),
    },
  };
}

export const toMovement = (row: ListedMovement): ProviderMovementWire => ({
  id: row.id,
  provider: row.provider as ProviderWire,
  is_test: row.is_test,
  currency: row.currency,
  provider_id: row.provider_id,
  category: row.category as ProviderMovementWire['category'],
  type: row.type,
  amount: toExactText(row.amount, row.currency),
  fee: toExactText(row.fee, row.fee_currency),
  fee_currency: row.fee_currency,
  net: toExactText(row.net, row.currency),
  source_amount: row.source_amount && toExactText(row.source_amount, row.source_currency!),
  source_currency: row.source_currency,
  subject: row.subject,
  payment: row.payment_id,
  payment_number: row.payment_number,
  journal: row.journal_id,
  description: row.description,
  occurred_at: row.occurred_at.toISOString(),
  arrives_on: row.arrives_on,
  bank: row.bank,
});

export const toItem = (row: ListedItem, now: Date): ClearingItemWire => ({
  id: row.id,
  provider: row.provider as ProviderWire,
  amount: toExactText(row.amount, row.currency),
  currency: row.currency,
  since: row.since.toISOString(),
  state: row.note !== null ? 'explained' : isOverdue(row, now) ? 'unexplained' : 'waiting',
  payment: row.payment_id,
  payment_number: row.payment_number,
  movement: row.provider_id,
  type: row.type,
  note: row.note,
});

export const toBankLine = (row: ListedLine): BankLineWire => ({
  id: row.id,
  booked_on: row.day,
  amount: toExactText(row.amount, row.currency),
  currency: row.currency,
  reference: row.reference,
  payout: row.payout,
});
