import { useSearchParams } from 'react-router';
import { useAddressFilters } from '#ui/records/use-address-filters.ts';
import type { FactKind } from '../../facts.ts';

const names = ['search', 'country'] as const;

function readFilters(address: URLSearchParams) {
  const country = address.get('country') ?? '';
  return {
    search: (address.get('search') ?? '').slice(0, 200),
    country: /^[A-Z]{2}$/.test(country) ? country : '',
  };
}

/** Kind, words, country and page of the history, held in the address. */
export function useHistoryView() {
  const [address] = useSearchParams();
  const kind: FactKind = address.get('kind') === 'goods' ? 'goods' : 'vehicle';
  const { filters, ...view } = useAddressFilters(names, readFilters, []);
  return {
    ...view,
    ...filters,
    kind,
    changeKind: (next: FactKind) =>
      view.change({ kind: next === 'vehicle' ? '' : next, country: '' }),
  };
}

export type HistoryView = ReturnType<typeof useHistoryView>;
