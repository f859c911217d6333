import { useSearchParams } from 'react-router';
import type { FactKind } from '../../facts.ts';

const names = ['search', 'country'] as const;

/** Kind, words, country and page of the history, held in the address. */
export function useHistoryView() {
  const [address, setAddress] = useSearchParams();
  const kind: FactKind = address.get('kind') === 'goods' ? 'goods' : 'vehicle';
  const page = Math.max(Number.parseInt(address.get('page') ?? '1', 10) || 1, 1);
  const search = (address.get('search') ?? '').slice(0, 200);
  const country = /^[A-Z]{2}$/.test(address.get('country') ?? '') ? address.get('country')! : '';

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
    kind,
    page,
    search,
    country,
    isFiltered: search !== '' || country !== '',
    change,
    changeKind: (next: FactKind) => change({ kind: next === 'vehicle' ? '' : next, country: '' }),
    turnTo: (to: number) => change({ page: to > 1 ? String(to) : '' }),
    clear: () => change(Object.fromEntries(names.map((name) => [name, '']))),
  };
}

export type HistoryView = ReturnType<typeof useHistoryView>;
