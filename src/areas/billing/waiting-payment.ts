/**
 * Where the payment is that a plan waits for. `open`: somebody is to pay. `coming`: the money is on
 * its way. `in_wallet`: it came and did not cover the plan. `ended`: it does not come any more.
 */
export type WaitingState = 'open' | 'coming' | 'in_wallet' | 'ended';

const states: Partial<Record<string, WaitingState>> = {
  pending: 'open',
  partially_paid: 'open',
  confirming: 'coming',
  confirmed: 'coming',
  completed: 'in_wallet',
};

export const waitingStateOf = (payment: { status: string } | null): WaitingState =>
  states[payment?.status ?? ''] ?? 'ended';
