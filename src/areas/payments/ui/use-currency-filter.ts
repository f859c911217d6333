import { useSearchParams } from 'react-router';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { useBalance } from './queries.ts';

const codeLengthMax = 20;

/** Shown if there are several currencies, or if the URL already contains one. */
export function useCurrencyFilter(): readonly RecordFilter[] {
  const requested = useSearchParams()[0].get('currency') ?? '';
  const chosen = requested.length > codeLengthMax ? '' : requested;
  const currencies = useBalance().data?.balances.map(({ currency }) => currency) ?? [];
  if (currencies.length < 2 && !chosen) return [];
  const options = [...new Set([...currencies, chosen])]
    .filter(Boolean)
    .map((code) => ({ value: code, label: code }));
  return [{ kind: 'choice', name: 'currency', label: 'Currency', options }];
}
