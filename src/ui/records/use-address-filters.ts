// Filters, order and page of a list, held in the address so that a link shows the same rows.
import { useSearchParams } from 'react-router';
import type { SortState } from '#ui/TableHead.tsx';

/** A day as `<input type="date">` writes it. */
export const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`));

export const oneOf = (text: string, allowed: readonly string[]) =>
  allowed.includes(text) ? text : '';

/** Days are the reader's own, from their first moment to their last. */
export function toDays({ from, to }: { from: string; to: string }) {
  const instant = (day: string, time: string) => new Date(`${day}T${time}`).toISOString();
  return {
    ...(from && { created_after: instant(from, '00:00:00') }),
    ...(to && { created_before: instant(to, '23:59:59.999') }),
  };
}

const newestFirst = '-created_at';

/** `read` judges the address; `sortable` are the API's words for its columns. */
export function useAddressFilters<Name extends string>(
  names: readonly Name[],
  read: (address: URLSearchParams) => Record<Name, string>,
  sortable: readonly string[],
) {
  const [address, setAddress] = useSearchParams();
  const filters = read(address);
  const page = Math.max(Number.parseInt(address.get('page') ?? '1', 10) || 1, 1);
  const asked = address.get('ordering') ?? '';
  const ordering = sortable.includes(asked.replace(/^-/, '')) ? asked : newestFirst;
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
    change({ ordering: wanted === newestFirst ? '' : wanted });
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
