import type { RecordFilter } from '#ui/records/record-filters.ts';
import { invoiceKindLabels, invoiceKinds } from '../../wire/invoices.constants.ts';

/** Of the lists of customers and of staff, named as in the address and the API. */
export const invoiceFilters: readonly RecordFilter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Start of a number' },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    options: invoiceKinds.map((value) => ({ value, label: invoiceKindLabels[value] })),
  },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];
