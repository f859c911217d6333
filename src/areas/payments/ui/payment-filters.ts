// What the list of payments is narrowed to and ordered by, as the address and the API name it.
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { paymentStatuses, paymentStatusLabels } from '../payment-status.ts';
import { useCurrencyFilter } from './use-currency-filter.ts';

export const sortable = ['created_at', 'amount', 'expires_at'] as const;

const statusOptions = paymentStatuses.map((value) => ({
  value,
  label: paymentStatusLabels[value],
}));

export const usePaymentFilters = (): readonly RecordFilter[] => [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Number, description or hash' },
  { kind: 'choice', name: 'status', label: 'Status', all: 'All', options: statusOptions },
  ...useCurrencyFilter(),
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'Until' },
];
