/** Until then a difference is a delay: one side has seen money that the other has not yet. */
export const waitingDays = 3;

export const clearingProviders = ['stripe', 'nowpayments'] as const;

export const movementKinds = [
  'opening',
  'charge',
  'refund',
  'dispute',
  'fee',
  'payout',
  'reserve',
  'other',
  'unknown',
] as const;
export type MovementKind = (typeof movementKinds)[number];

export const movementLabels: Record<MovementKind, string> = {
  opening: 'Opening balance',
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  payout: 'Payout',
  reserve: 'Reserve',
  other: 'Other',
  unknown: 'Unknown',
};

/** Whether the bank has a payout: `missing` when it should have by now. */
export const bankStates = ['matched', 'under_way', 'missing', 'returned'] as const;
export const bankStateLabels: Record<(typeof bankStates)[number], string> = {
  matched: 'At the bank',
  under_way: 'Under way',
  missing: 'Not at the bank',
  returned: 'Returned',
};
/** After the day on which a payout should arrive. */
export const payoutLateDays = 3;

export const statementBytesMax = 5_000_000;
export const statementLinesMax = 20_000;
