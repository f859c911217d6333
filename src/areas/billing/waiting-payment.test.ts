import { expect, it } from 'vitest';
import { paymentStatuses } from '#areas/payments/payment-status.ts';
import { waitingStateOf } from './waiting-payment.ts';

it('every status of a payment says where its money is', () => {
  const states = paymentStatuses.map((status) => [status, waitingStateOf({ status })]);
  expect(Object.fromEntries(states)).toEqual({
    pending: 'open',
    partially_paid: 'open',
    confirming: 'coming',
    confirmed: 'coming',
    completed: 'in_wallet',
    failed: 'ended',
    expired: 'ended',
    cancelled: 'ended',
    refunded: 'ended',
  });
  expect(waitingStateOf(null)).toBe('ended');
});
