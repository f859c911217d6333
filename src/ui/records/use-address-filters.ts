// Filters, order and page of a list are stored in the address, so that a link shows the same rows.
import type { SortState } from '#ui/table/table-types.ts';
import { useAddressValues } from '#ui/use-address-values.ts';

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
  const [address, changeAddress] = useAddressValues();
  const filters = read(address);
  const page = Math.max(Number.parseInt(address.get('page') ?? '1', 10) || 1, 1);
  const requested = address.get('ordering') ?? '';
  const ordering = sortable.includes(requested.replace(/^-/, '')) ? requested : defaultOrdering;
  const sort: SortState = {
    key: ordering.replace(/^-/, ''),
    direction: ordering.startsWith('-') ? 'descending' : 'ascending',
  };

  function change(changes: Record<string, string>) {
    const next = Object.entries(changes).map(([name, value]) => [name, value || null]);
    changeAddress({ page: null, ...Object.fromEntries(next) });
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
