import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testStateTable } from '#test/state-table.ts';
import { outcomeOf, statusAfter, subscriptionEvents } from '../../subscription-states.ts';
import {
  isLive,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '../../subscription-status.ts';

testStateTable(
  new URL('../../README.md', import.meta.url),
  { states: subscriptionStatuses, events: subscriptionEvents, outcomeOf },
  'status',
);

describe('whatever happens, in whatever order', () => {
  const anyStatus = fc.constantFrom(...subscriptionStatuses);

  it('the clock and a deleted account never bring an ended subscription back', () => {
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

  it('only money, staff and a person lead back to active', () => {
    for (const event of subscriptionEvents)
      for (const status of subscriptionStatuses)
        if (statusAfter(status, event) === 'active' && status !== 'active')
          expect(['paid', 'reactivate', 'resume']).toContain(event);
  });

  it('a deleted account has nothing live', () => {
    for (const status of subscriptionStatuses)
      expect(isLive(statusAfter(status, 'account_deleted'))).toBe(false);
  });
});
