// The filters of the transactions, as the address holds them and as the API takes them.

import { isDay, oneOf, toDays, useAddressFilters } from '#ui/records/use-address-filters.ts';
import { transactionTypeLabels, transactionTypes } from '../transaction-types.ts';
import type { TransactionQuery } from './queries.ts';

export const filterNames = ['search', 'type', 'direction', 'currency', 'from', 'to'] as const;
export type FilterName = (typeof filterNames)[number];
export type TransactionFilters = Record<FilterName, string>;

const directions = ['credit', 'debit'] as const;
export const directionLabels = { credit: 'Money in', debit: 'Money out' };

/** Words of the address that are no filter of ours count as none. */
export function readFilters(address: URLSearchParams): TransactionFilters {
  const read = (name: FilterName) => address.get(name) ?? '';
  return {
    search: read('search').slice(0, 200),
    type: oneOf(read('type'), transactionTypes),
    direction: oneOf(read('direction'), directions),
    currency: read('currency').slice(0, 20),
    from: isDay(read('from')) ? read('from') : '',
    to: isDay(read('to')) ? read('to') : '',
  };
}

export function toQuery(filters: TransactionFilters): TransactionQuery {
  const { search, type, direction, currency } = filters;
  return {
    ...(search && { search }),
    ...(type && { type }),
    ...(direction && { direction: direction as (typeof directions)[number] }),
    ...(currency && { currency }),
    ...toDays(filters),
  };
}

const isNamed = (labels: object, value: string): value is keyof typeof labels =>
  Object.hasOwn(labels, value);

export function sayFilter(name: FilterName, value: string): string {
  if (name === 'type' && isNamed(transactionTypeLabels, value)) return transactionTypeLabels[value];
  if (name === 'direction' && isNamed(directionLabels, value)) return directionLabels[value];
  if (name === 'from' || name === 'to') return `${name === 'from' ? 'From' : 'Until'} ${value}`;
  return name === 'search' ? `"${value}"` : value;
}

export const useTransactionFilters = () =>
  useAddressFilters(filterNames, readFilters, ['created_at', 'amount']);
