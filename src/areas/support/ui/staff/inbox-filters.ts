import type { RecordFilter } from '#ui/records/record-filters.ts';
import {
  staffStatusLabels,
  ticketPriorities,
  ticketPriorityLabels,
  ticketStatuses,
} from '../../wire/tickets.constants.ts';

const choice = (name: string, label: string, options: readonly (readonly [string, string])[]) => ({
  kind: 'choice' as const,
  name,
  label,
  options: options.map(([value, optionLabel]) => ({ value, label: optionLabel })),
});

/** Filters of the inbox, named as in the API. */
export const inboxFilters: readonly RecordFilter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Words or a number' },
  choice(
    'status',
    'Status',
    ticketStatuses.map((value) => [value, staffStatusLabels[value]]),
  ),
  choice('assigned_to', 'Assigned', [
    ['me', 'To me'],
    ['none', 'Unassigned'],
  ]),
  choice(
    'priority',
    'Priority',
    ticketPriorities.map((value) => [value, ticketPriorityLabels[value]]),
  ),
  choice('overdue', 'Late', [
    ['true', 'First answer late'],
    ['resolution', 'Resolution late'],
    ['day', 'Waiting over a day'],
  ]),
  { kind: 'link', name: 'user', label: 'Account' },
];

export const inboxSortable = ['created_at', 'updated_at', 'priority', 'first_response_due_at'];
