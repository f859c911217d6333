// Filters and sort fields of the payment list, named as in the URL and the API.
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { paymentStatuses, paymentStatusLabels } from '../../wire/payments.constants.ts';
import { useCurrencyFilter } from '../use-currency-filter.ts';

export const sortable = ['created_at', 'amount', 'expires_at'] as const;

const statusOptions = paymentStatuses.map((value) => ({
  value,
  label: paymentStatusLabels[value],
}));

export const usePaymentFilters = (): readonly RecordFilter[] => [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Number, description or hash' },
  { kind: 'choice', name: 'status', label: 'Status', options: statusOptions },
  ...useCurrencyFilter(),
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];
