import type { RecordFilter } from '#ui/records/record-filters.ts';
import { leadStatuses, statusLabels } from '../../lead-status.ts';

const yes = (label: string) => [{ value: 'true', label }];

export const leadFilters: readonly RecordFilter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Name, address or words' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    all: 'Any status',
    options: leadStatuses.map((value) => ({ value, label: statusLabels[value] })),
  },
  {
    kind: 'choice',
    name: 'assigned_to',
    label: 'Task of',
    all: 'Anybody',
    options: [
      { value: 'me', label: 'Me' },
      { value: 'none', label: 'Nobody' },
    ],
  },
  { kind: 'choice', name: 'overdue', label: 'Answer', all: 'Any', options: yes('Overdue') },
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
