// What staff look after: payments that need attention, and proposed changes of money.

export const attentionKinds = ['late', 'partial', 'stuck'] as const;
export type AttentionKind = (typeof attentionKinds)[number];

export const attentionLabels: Record<AttentionKind, string> = {
  late: 'Paid late',
  partial: 'Paid in part',
  stuck: 'Stuck money',
};

export const adjustmentKinds = [
  'adjustment',
  'refund',
  'complete',
  'credit',
  'charge_period',
  'waive_period',
] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

export const adjustmentKindLabels: Record<AdjustmentKind, string> = {
  adjustment: 'Adjustment',
  refund: 'Refund',
  complete: 'Completion',
  credit: 'Credit of a charge',
  charge_period: 'Charge of a missed period',
  waive_period: 'Waiver of a missed period',
};
