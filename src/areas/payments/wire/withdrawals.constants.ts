/** Transitions between them: README.md. */
export const withdrawalStatuses = [
  'requested',
  'approved',
  'paying',
  'settled',
  'rejected',
  'cancelled',
] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

export const withdrawalStatusLabels: Record<WithdrawalStatus, string> = {
  requested: 'Waiting for review',
  approved: 'Approved',
  paying: 'Being paid out',
  settled: 'Paid out',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
};

/** Their money is held. */
export const openWithdrawalStatuses = ['requested', 'approved', 'paying'] as const;

export const isOpenWithdrawal = (status: WithdrawalStatus): boolean =>
  (openWithdrawalStatuses as readonly string[]).includes(status);

export const destinationKinds = ['payment', 'bank', 'crypto'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** In US dollars, by destination. Where the least is zero, any amount goes. */
export const withdrawalTerms: Record<DestinationKind, { least: string; fee: string }> = {
  payment: { least: '0.00', fee: '0.00' },
  bank: { least: '20.00', fee: '0.00' },
  crypto: { least: '20.00', fee: '0.00' },
};

export const withdrawalNoteMax = 500;
