import { amountOf, compareAmounts } from '#lib/money.ts';
import type { AdjustmentWire } from '../../contract.ts';
import { sayMoney } from '../money-words.ts';

export const kindWords: Record<AdjustmentWire['kind'], string> = {
  adjustment: 'Adjustment',
  refund: 'Refund',
  complete: 'Completion',
};

export const sayAmount = (row: AdjustmentWire) =>
  `${row.direction === 'debit' ? '-' : ''}${sayMoney(row.amount, row.currency)}`;

/** The wallet would have to give more than it holds. */
export function isBeyondWallet(row: AdjustmentWire): boolean {
  const { kind, direction, amount, available, currency } = row;
  if (kind !== 'refund' && direction !== 'debit') return false;
  return compareAmounts(amountOf(available, currency), amountOf(amount, currency)) < 0;
}
