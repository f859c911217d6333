/** The same types as in the ledger. */
export const journalTypes = [
  'deposit',
  'withdrawal',
  'charge',
  'refund',
  'fee',
  'bonus',
  'adjustment',
  'settlement',
] as const;

/** The platform's accounts that journals are found by. Wallets are found by their customer. */
export const platformAccounts = [
  'provider_clearing',
  'revenue',
  'fees',
  'bonus',
  'rounding',
  'suspense',
  'exchange',
  'provider_balance',
  'provider_fees',
  'provider_reserve',
  'provider_other',
  'bank',
  'unexplained',
] as const;

/** Labels of the clearing accounts; `manual` is what staff booked by hand. */
export const clearingLabels = ['stripe', 'nowpayments', 'sandbox', 'manual'] as const;
