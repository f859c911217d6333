import { testStateTable } from '#test/readers/state-table.ts';
import { canTransition, leadStatuses } from '../wire/leads.constants.ts';

testStateTable(new URL('../README.md', import.meta.url), {
  states: leadStatuses,
  events: leadStatuses,
  transition: (from, to) =>
    from === to ? 'same' : canTransition(from, to) ? to : '`invalid_state`',
});
