import { testStateTable } from '#test/state-table.ts';
import { canBecome, leadStatuses } from '../lead-status.ts';

testStateTable(new URL('../README.md', import.meta.url), {
  states: leadStatuses,
  events: leadStatuses,
  outcomeOf: (from, to) => (from === to ? 'same' : canBecome(from, to) ? to : '`invalid_state`'),
});
