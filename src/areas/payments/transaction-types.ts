/** What a transaction is, as customers see it; the ledger posts by the same words. */
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

export const transactionTypeLabels: Record<TransactionType, string> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  charge: 'Charge',
  refund: 'Refund',
  fee: 'Fee',
  bonus: 'Bonus',
  adjustment: 'Adjustment',
};
