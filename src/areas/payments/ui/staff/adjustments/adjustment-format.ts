import { formatMoney } from '#lib/format-money.ts';
import { compareAmounts, toAmount } from '#lib/money.ts';
import type { AdjustmentWire } from '../../../wire/adjustments.ts';

export const formatAdjustment = (row: AdjustmentWire) =>
  `${row.direction === 'debit' ? '-' : ''}${formatMoney(row.amount, row.currency)}`;

/** The amount is larger than the wallet balance. */
export function exceedsBalance(row: AdjustmentWire): boolean {
  const { kind, direction, amount, available, currency } = row;
  if (kind !== 'refund' && kind !== 'charge_period' && direction !== 'debit') return false;
  return compareAmounts(toAmount(available, currency), toAmount(amount, currency)) < 0;
}
