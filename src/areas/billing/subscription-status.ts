/** How a subscription stands. What leads from one to the other: README.md. */
export const subscriptionStatuses = [
  'pending',
  'trialing',
  'active',
  'past_due',
  'suspended',
  'cancelled',
  'expired',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** An account has at most one of these. */
export const liveStatuses = ['pending', 'trialing', 'active', 'past_due', 'suspended'] as const;
/** These let calls through. */
export const accessStatuses = ['trialing', 'active', 'past_due'] as const;

export const isLive = (status: SubscriptionStatus): boolean =>
  (liveStatuses as readonly string[]).includes(status);
export const hasAccess = (status: SubscriptionStatus): boolean =>
  (accessStatuses as readonly string[]).includes(status);

export const subscriptionStatusLabels: Record<SubscriptionStatus, string> = {
  pending: 'Waiting for payment',
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Payment due',
  suspended: 'Suspended',
  cancelled: 'Cancelled',
  expired: 'Expired',
};
