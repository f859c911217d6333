import { useEffect, useState } from 'react';
import { type SearchResult, searchPages } from './search-pages.ts';

type SettledSearch = ({ kind: 'failed' } | ({ kind: 'found' } & SearchResult)) & { query: string };

export type SearchState = { kind: 'idle' | 'busy' } | (SettledSearch & { isLate: boolean });

/** The search starts after a pause in typing. */
const pauseMs = 120;

/** The best `hitsMax` matches; the previous result stays until the next one is there. */
export function useSearch(words: string, hitsMax: number): SearchState {
  const query = words.trim();
  const [answer, setAnswer] = useState<SettledSearch>();
  useEffect(() => {
    if (!query) return setAnswer(undefined);
    let isCurrent = true;
    const settle = (next: SettledSearch) => {
      if (isCurrent) setAnswer(next);
    };
    const timer = setTimeout(() => {
      searchPages(query, hitsMax).then(
        (found) => settle({ kind: 'found', query, ...found }),
        () => settle({ kind: 'failed', query }),
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, hitsMax]);
  if (!query) return { kind: 'idle' };
  return answer ? { ...answer, isLate: answer.query !== query } : { kind: 'busy' };
}
