import { useEffect, useState } from 'react';
import { type Hit, searchPages } from './search-pages.ts';

export type SearchState =
  | { kind: 'idle' | 'busy' | 'failed' }
  | { kind: 'found'; query: string; hits: readonly Hit[] };

/** A pause in typing that is long enough to ask. */
const pauseMs = 120;

/** What the words find; while the next answer is on its way, the last one stays. */
export function useSearch(words: string): SearchState {
  const query = words.trim();
  const [state, setState] = useState<SearchState>({ kind: 'idle' });
  useEffect(() => {
    if (!query) return setState({ kind: 'idle' });
    let isCurrent = true;
    const settle = (next: SearchState) => {
      if (isCurrent) setState(next);
    };
    const timer = setTimeout(() => {
      setState((last) => (last.kind === 'found' ? last : { kind: 'busy' }));
      searchPages(query).then(
        (hits) => settle({ kind: 'found', query, hits }),
        () => settle({ kind: 'failed' }),
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query]);
  return state;
}
