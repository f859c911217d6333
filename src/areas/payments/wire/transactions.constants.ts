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

export const transactionTypeLabels: Record<TransactionType, string> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  charge: 'Charge',
  refund: 'Refund',
  fee: 'Fee',
  bonus: 'Bonus',
  adjustment: 'Adjustment',
};
