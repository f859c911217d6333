import { useSearchParams } from 'react-router';
import { useAddressFilters } from '#ui/records/use-address-filters.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';

const names = ['search', 'country'] as const;

function readFilters(address: URLSearchParams) {
  const country = address.get('country') ?? '';
  return {
    search: (address.get('search') ?? '').slice(0, 200),
    country: /^[A-Z]{2}$/.test(country) ? country : '',
  };
}

/** Kind, search, country and page of the history, from the address. */
export function useHistoryView() {
  const [address] = useSearchParams();
  const kind: ImportKind = address.get('kind') === 'goods' ? 'goods' : 'vehicle';
  const { filters, ...view } = useAddressFilters(names, readFilters, []);
  return {
    ...view,
    ...filters,
    kind,
    changeKind: (next: ImportKind) =>
      view.change({ kind: next === 'vehicle' ? '' : next, country: '' }),
  };
}

export type HistoryView = ReturnType<typeof useHistoryView>;
