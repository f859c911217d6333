// What the list of keys is narrowed to and ordered by, as the address holds it.
import { useSearchParams } from 'react-router';
import type { SortState } from '#ui/TableHead.tsx';
import { type KeyStatus, keyStatuses } from '../../key-states.ts';
import type { KeyQuery } from './queries.ts';

const sortable = ['name', 'last_used_at', 'expires_at', 'created_at'];

export type KeyFilters = { search: string; status: KeyStatus | ''; sort: SortState };

export function readKeyFilters(address: URLSearchParams): KeyFilters {
  const ordering = address.get('ordering') ?? '';
  const key = ordering.replace(/^-/, '');
  const isSorted = sortable.includes(key);
  const direction = ordering.startsWith('-') || !isSorted ? 'descending' : 'ascending';
  return {
    search: (address.get('search') ?? '').slice(0, 200),
    status: keyStatuses.find((status) => status === address.get('status')) ?? '',
    sort: { key: isSorted ? key : 'created_at', direction },
  };
}

const orderingOf = ({ key, direction }: SortState): string =>
  `${direction === 'descending' ? '-' : ''}${key}`;

export const toKeyQuery = ({ search, status, sort }: KeyFilters, page: number): KeyQuery => ({
  page: String(page),
  ordering: orderingOf(sort),
  ...(search && { search }),
  ...(status && { status }),
});

export function useKeyFilters() {
  const [address, setAddress] = useSearchParams();
  const filters = readKeyFilters(address);
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

  return {
    filters,
    page,
    change,
    isFiltered: filters.search !== '' || filters.status !== '',
    sortBy: (sort: SortState) => change({ ordering: orderingOf(sort) }),
    turnTo: (to: number) => change({ page: to > 1 ? String(to) : '' }),
    clear: () => change({ search: '', status: '' }),
  };
}
