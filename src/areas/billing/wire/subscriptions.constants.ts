// Statuses of subscriptions, and the deadlines and links that screens and e-mails share.

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

/** An account has at most one subscription in one of these. */
export const liveStatuses = ['pending', 'trialing', 'active', 'past_due', 'suspended'] as const;
/** API calls are accepted in these. */
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

/** Days before a renewal on which a customer with too low a balance is warned. */
export const balanceWarningDays = [7, 2] as const;
/** Days after which an unpaid renewal ends the subscription. */
export const graceDays = 7;

export const billingProfilePath = '/dashboard/billing-profile';
export const paymentMethodsPath = '/dashboard/wallet/payment-methods';

/** The top-up screen, filled in. Payment providers accept at least one dollar. */
export const addMoneyPath = (amount: string, payCurrency?: string): string =>
  `/dashboard/wallet/add?amount=${Number(amount) < 1 ? '1.00' : amount}${payCurrency ? `&currency=${payCurrency}` : ''}`;

/**
 * The payment that a subscription or a change waits for. `open`: the customer has to pay.
 * `processing`: the money is on its way. `in_wallet`: it arrived but does not cover the price.
 * `ended`: it will not arrive.
 */
export type AwaitedPaymentState = 'open' | 'processing' | 'in_wallet' | 'ended';

const awaitedPaymentStates: Partial<Record<string, AwaitedPaymentState>> = {
  pending: 'open',
  partially_paid: 'open',
  confirming: 'processing',
  confirmed: 'processing',
  completed: 'in_wallet',
};

export const readAwaitedPaymentState = (payment: { status: string } | null): AwaitedPaymentState =>
  awaitedPaymentStates[payment?.status ?? ''] ?? 'ended';
