import type { RecordFilter } from '#ui/records/record-filters.ts';
import {
  ticketCategories,
  ticketCategoryLabels,
  ticketStatuses,
  ticketStatusLabels,
} from '../../wire/tickets.constants.ts';

/** Filters of a customer's list, named as in the API. */
export const ticketFilters: readonly RecordFilter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Words or a number' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: ticketStatuses.map((value) => ({ value, label: ticketStatusLabels[value] })),
  },
  {
    kind: 'choice',
    name: 'category',
    label: 'Category',
    options: ticketCategories.map((value) => ({ value, label: ticketCategoryLabels[value] })),
  },
  {
    kind: 'choice',
    name: 'has_unanswered',
    label: 'Answers',
    options: [
      { value: 'true', label: 'Unread' },
      { value: 'false', label: 'Read' },
    ],
  },
];
