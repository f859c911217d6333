import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testStateTable } from '#test/readers/state-table.ts';
import { withdrawalStatuses } from '../../wire/withdrawals.constants.ts';
import { nextStatus, withdrawalEvents, withdrawalOutcome } from './withdrawal-states.ts';

testStateTable(
  new URL('../../README.md', import.meta.url),
  { states: withdrawalStatuses, events: withdrawalEvents, transition: withdrawalOutcome },
  'withdrawal',
);

test('whatever happens, money leaves only after an approval, and a closed request stays closed', () => {
  const anyEvents = fc.array(fc.constantFrom(...withdrawalEvents), { maxLength: 15 });
  fc.assert(
    fc.property(anyEvents, (events) => {
      let status: (typeof withdrawalStatuses)[number] = 'requested';
      let isApproved = false;
      for (const event of events) {
        const next = nextStatus(status, event);
        if (status === 'rejected' || status === 'cancelled') expect(next).toBeNull();
        isApproved ||= event === 'approve' && next !== null;
        status = next ?? status;
        if (status === 'paying' || status === 'settled') expect(isApproved).toBe(true);
      }
    }),
  );
});
