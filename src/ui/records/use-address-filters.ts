// Filters, order and page of a list are stored in the address, so that a link shows the same rows.
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { SortState } from '#ui/table/table-types.ts';

const newestFirst = '-created_at';

/**
 * `read` validates the address; `names` are the filters that can be cleared; `sortable` are the
 * API's names of columns, and `defaultOrdering` the order that the address leaves out.
 */
export function useAddressFilters<Filters extends Record<string, string>>(
  names: readonly (keyof Filters & string)[],
  read: (address: URLSearchParams) => Filters,
  sortable: readonly string[],
  defaultOrdering = newestFirst,
) {
  const [address, setAddress] = useSearchParams();
  // The router updates from the rendered address, so of two quick changes the first would be lost.
  const latest = useRef(address);
  useEffect(() => {
    latest.current = address;
  }, [address]);
  const filters = read(address);
  const page = Math.max(Number.parseInt(address.get('page') ?? '1', 10) || 1, 1);
  const requested = address.get('ordering') ?? '';
  const ordering = sortable.includes(requested.replace(/^-/, '')) ? requested : defaultOrdering;
  const sort: SortState = {
    key: ordering.replace(/^-/, ''),
    direction: ordering.startsWith('-') ? 'descending' : 'ascending',
  };

  function change(changes: Record<string, string>) {
    const next = new URLSearchParams(latest.current);
    next.delete('page');
    for (const [name, value] of Object.entries(changes))
      if (value === '') next.delete(name);
      else next.set(name, value);
    latest.current = next;
    setAddress(next, { replace: true, preventScrollReset: true });
  }

  function changeSort({ key, direction }: SortState) {
    const next = direction === 'descending' ? `-${key}` : key;
    change({ ordering: next === defaultOrdering ? '' : next });
  }

  return {
    filters,
    page,
    ordering,
    sort,
    active: names.filter((name) => filters[name] !== ''),
    change,
    changeSort,
    goToPage: (to: number) => change({ page: to > 1 ? String(to) : '' }),
    clear: () => change(Object.fromEntries(names.map((name) => [name, '']))),
  };
}
