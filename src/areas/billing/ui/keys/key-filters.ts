// What the list of keys is narrowed to and ordered by, as the address and the API name it.
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { keyStatuses } from '../../key-states.ts';
import { statusLabels } from './key-words.ts';

export const sortable = ['name', 'last_used_at', 'expires_at', 'created_at'] as const;

export const keyFilters: readonly RecordFilter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Name of a key' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    all: 'All',
    options: keyStatuses.map((value) => ({ value, label: statusLabels[value] })),
  },
];
