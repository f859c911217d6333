// Filters, order and page of a list, held in the address so that a link shows the same rows.
import { useSearchParams } from 'react-router';
import type { SortState } from '#ui/TableHead.tsx';

const newestFirst = '-created_at';

/**
 * `read` judges the address; `names` are what can be cleared; `sortable` are the API's words for
 * its columns, and `usual` the order that needs no word in the address.
 */
export function useAddressFilters<Filters extends Record<string, string>>(
  names: readonly (keyof Filters & string)[],
  read: (address: URLSearchParams) => Filters,
  sortable: readonly string[],
  usual = newestFirst,
) {
  const [address, setAddress] = useSearchParams();
  const filters = read(address);
  const page = Math.max(Number.parseInt(address.get('page') ?? '1', 10) || 1, 1);
  const asked = address.get('ordering') ?? '';
  const ordering = sortable.includes(asked.replace(/^-/, '')) ? asked : usual;
  const sort: SortState = {
    key: ordering.replace(/^-/, ''),
    direction: ordering.startsWith('-') ? 'descending' : 'ascending',
  };

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

  function changeSort({ key, direction }: SortState) {
    const wanted = direction === 'descending' ? `-${key}` : key;
    change({ ordering: wanted === usual ? '' : wanted });
  }

  return {
    filters,
    page,
    ordering,
    sort,
    active: names.filter((name) => filters[name] !== ''),
    change,
    changeSort,
    turnTo: (to: number) => change({ page: to > 1 ? String(to) : '' }),
    clear: () => change(Object.fromEntries(names.map((name) => [name, '']))),
  };
}
