import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testStateTable } from '#test/readers/state-table.ts';
import {
  isLive,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '../../../wire/subscriptions.constants.ts';
import { findTransition, statusAfter, subscriptionEvents } from './subscription-states.ts';

testStateTable(
  new URL('../../../README.md', import.meta.url),
  { states: subscriptionStatuses, events: subscriptionEvents, transition: findTransition },
  'status',
);

describe('for any sequence of events', () => {
  const anyStatus = fc.constantFrom(...subscriptionStatuses);

  it('time and account deletion never revive an ended subscription', () => {
    const clock = [
      'paid',
      'charge_failed',
      'period_ended',
      'timed_out',
      'account_deleted',
    ] as const;
    fc.assert(
      fc.property(anyStatus, fc.array(fc.constantFrom(...clock)), (start, list) => {
        const after = list.reduce<SubscriptionStatus>(
          (status, event) => statusAfter(status, event),
          start,
        );
        expect(isLive(after) && !isLive(start)).toBe(false);
      }),
    );
  });

  it('only payment, staff and the customer lead back to active', () => {
    for (const event of subscriptionEvents)
      for (const status of subscriptionStatuses)
        if (statusAfter(status, event) === 'active' && status !== 'active')
          expect(['paid', 'reactivate', 'resume']).toContain(event);
  });

  it('a deleted account has no live subscription', () => {
    for (const status of subscriptionStatuses)
      expect(isLive(statusAfter(status, 'account_deleted'))).toBe(false);
  });
});
