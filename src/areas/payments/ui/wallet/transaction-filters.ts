// Filters and sort fields of the transaction list, named as in the URL and the API.
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { transactionTypeLabels, transactionTypes } from '../../wire/transactions.constants.ts';
import { useCurrencyFilter } from '../use-currency-filter.ts';

export const sortable = ['created_at', 'amount'] as const;

const typeOptions = transactionTypes.map((value) => ({
  value,
  label: transactionTypeLabels[value],
}));
const directionOptions = [
  { value: 'credit', label: 'Money in' },
  { value: 'debit', label: 'Money out' },
];

export const useTransactionFilters = (): readonly RecordFilter[] => [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Description or reference' },
  { kind: 'choice', name: 'type', label: 'Type', options: typeOptions },
  { kind: 'choice', name: 'direction', label: 'Direction', options: directionOptions },
  ...useCurrencyFilter(),
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];
