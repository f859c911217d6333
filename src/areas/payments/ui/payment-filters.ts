// The filters of the payments, as the address holds them and as the API takes them.

import { isDay, oneOf, toDays, useAddressFilters } from '#ui/records/use-address-filters.ts';
import { type PaymentStatus, paymentStatuses, paymentStatusLabels } from '../payment-status.ts';
import type { PaymentQuery } from './queries.ts';

const filterNames = ['search', 'status', 'currency', 'from', 'to'] as const;
type FilterName = (typeof filterNames)[number];
export type PaymentFilters = Record<FilterName, string>;

/** Words of the address that are no filter of ours count as none. */
function readFilters(address: URLSearchParams): PaymentFilters {
  const read = (name: FilterName) => address.get(name) ?? '';
  return {
    search: read('search').slice(0, 200),
    status: oneOf(read('status'), paymentStatuses),
    currency: read('currency').slice(0, 20),
    from: isDay(read('from')) ? read('from') : '',
    to: isDay(read('to')) ? read('to') : '',
  };
}

export function toQuery(filters: PaymentFilters): PaymentQuery {
  const { search, status, currency } = filters;
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(currency && { currency }),
    ...toDays(filters),
  };
}

export function sayFilter(name: FilterName, value: string): string {
  if (name === 'status') return paymentStatusLabels[value as PaymentStatus];
  if (name === 'from' || name === 'to') return `${name === 'from' ? 'From' : 'Until'} ${value}`;
  return name === 'search' ? `"${value}"` : value;
}

export const usePaymentFilters = () =>
  useAddressFilters(filterNames, readFilters, ['created_at', 'amount', 'expires_at']);
