import type { RecordFilter } from '#ui/records/record-filters.ts';
import { leadStatuses, leadStatusLabels } from '../../wire/leads.constants.ts';

const yes = (label: string) => [{ value: 'true', label }];

export const leadFilters: readonly RecordFilter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Name, address or words' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: leadStatuses.map((value) => ({ value, label: leadStatusLabels[value] })),
  },
  {
    kind: 'choice',
    name: 'assigned_to',
    label: 'Assigned to',
    options: [
      { value: 'me', label: 'Me' },
      { value: 'none', label: 'Nobody' },
    ],
  },
  { kind: 'choice', name: 'overdue', label: 'Reply', options: yes('Overdue') },
  {
    kind: 'choice',
    name: 'is_spam',
    label: 'Spam',
    all: 'Shown',
    options: [
      { value: 'false', label: 'Hidden' },
      { value: 'true', label: 'Only spam' },
    ],
  },
];

/** The columns of the board are the statuses, without spam. */
export const boardFilters = leadFilters.filter(
  ({ name }) => name !== 'status' && name !== 'is_spam',
);
