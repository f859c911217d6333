import { expect, it } from 'vitest';
import { paymentStatuses } from '#areas/payments/wire/payments.constants.ts';
import { readAwaitedPaymentState } from './subscriptions.constants.ts';

it('maps every payment status to where its money is', () => {
  const states = paymentStatuses.map((status) => [status, readAwaitedPaymentState({ status })]);
  expect(Object.fromEntries(states)).toEqual({
    pending: 'open',
    partially_paid: 'open',
    confirming: 'processing',
    confirmed: 'processing',
    completed: 'in_wallet',
    failed: 'ended',
    expired: 'ended',
    cancelled: 'ended',
    refunded: 'ended',
  });
  expect(readAwaitedPaymentState(null)).toBe('ended');
});
