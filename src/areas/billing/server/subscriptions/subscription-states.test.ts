import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  outcomeOf,
  type SubscriptionEvent,
  statusAfter,
  subscriptionEvents,
} from '../../subscription-states.ts';
import {
  isLive,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '../../subscription-status.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const rows = readme
  .slice(readme.indexOf('| status '))
  .split('\n')
  .filter((line) => line.startsWith('|') && !line.startsWith('| -'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const [[, ...events] = [], ...states] = rows;

describe('the table of the README', () => {
  it('names every status and every event', () => {
    expect(events).toEqual([...subscriptionEvents]);
    expect(states.map(([status]) => status)).toEqual([...subscriptionStatuses]);
  });

  const cells = states.flatMap(([from, ...outcomes]) =>
    outcomes.map((outcome, at) => ({ from: from!, event: events[at]!, outcome })),
  );
  it.each(cells)('$from, $event: $outcome', ({ from, event, outcome }) => {
    expect(outcomeOf(from as SubscriptionStatus, event as SubscriptionEvent)).toBe(outcome);
  });
});

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
