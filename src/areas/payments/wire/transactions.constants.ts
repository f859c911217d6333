/** The same types as in the ledger. */
export const transactionTypes = [
  'deposit',
  'withdrawal',
  'charge',
  'refund',
  'fee',
  'bonus',
  'adjustment',
] as const;
export type TransactionType = (typeof transactionTypes)[number];

/**
 * What counts as spent, everywhere: charges and fees, less what of them was credited again. Credits
 * and reversals of a charge have its type. Refunds, chargebacks and withdrawals are money that went
 * back, not money spent.
 */
export const spendTypes = ['charge', 'fee'] as const satisfies readonly TransactionType[];

/** What payments brought, less what was refunded or charged back, when it was booked. */
export const receivedTypes = ['deposit', 'refund'] as const satisfies readonly TransactionType[];

export const transactionTypeLabels: Record<TransactionType, string> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  charge: 'Charge',
  refund: 'Refund',
  fee: 'Fee',
  bonus: 'Bonus',
  adjustment: 'Adjustment',
};

/** Money of a charge that came back to the wallet has its type, but is none. */
export const describeTransactionType = ({
  type,
  direction,
}: {
  type: TransactionType;
  direction: 'credit' | 'debit';
}): string =>
  direction === 'credit' && (spendTypes as readonly TransactionType[]).includes(type)
    ? 'Credit'
    : transactionTypeLabels[type];
