// The filters of the transactions, as the address holds them and as the API takes them.
import { useSearchParams } from 'react-router';
import { transactionTypeLabels, transactionTypes } from '../transaction-types.ts';
import type { TransactionQuery } from './queries.ts';

export const filterNames = ['search', 'type', 'direction', 'currency', 'from', 'to'] as const;
export type FilterName = (typeof filterNames)[number];
export type TransactionFilters = Record<FilterName, string>;

const directions = ['credit', 'debit'] as const;
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`));

export const directionLabels = { credit: 'Money in', debit: 'Money out' };

/** Words of the address that are no filter of ours count as none. */
export function readFilters(address: URLSearchParams): TransactionFilters {
  const read = (name: FilterName) => address.get(name) ?? '';
  const oneOf = (name: FilterName, allowed: readonly string[]) =>
    allowed.includes(read(name)) ? read(name) : '';
  return {
    search: read('search').slice(0, 200),
    type: oneOf('type', transactionTypes),
    direction: oneOf('direction', directions),
    currency: read('currency').slice(0, 20),
    from: isDay(read('from')) ? read('from') : '',
    to: isDay(read('to')) ? read('to') : '',
  };
}

/** Days are the reader's own, from their first moment to their last. */
export function toQuery(filters: TransactionFilters): TransactionQuery {
  const { search, type, direction, currency, from, to } = filters;
  const instant = (day: string, time: string) => new Date(`${day}T${time}`).toISOString();
  return {
    ...(search && { search }),
    ...(type && { type }),
    ...(direction && { direction: direction as (typeof directions)[number] }),
    ...(currency && { currency }),
    ...(from && { created_after: instant(from, '00:00:00') }),
    ...(to && { created_before: instant(to, '23:59:59.999') }),
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

export function useTransactionFilters() {
  const [address, setAddress] = useSearchParams();
  const filters = readFilters(address);
  const page = Math.max(Number.parseInt(address.get('page') ?? '1', 10) || 1, 1);

  function change(changes: Record<string, string>) {
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('page');
        for (const [name, value] of Object.entries(changes))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  const active = filterNames.filter((name) => filters[name] !== '');
  return {
    filters,
    page,
    active,
    change,
    turnTo: (to: number) => change({ page: to > 1 ? String(to) : '' }),
    clear: () => change(Object.fromEntries(filterNames.map((name) => [name, '']))),
  };
}
