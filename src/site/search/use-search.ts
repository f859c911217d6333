import { useEffect, useState } from 'react';
import { type Found, searchPages } from './search-pages.ts';

type Answer = ({ kind: 'failed' } | ({ kind: 'found' } & Found)) & { query: string };

export type SearchState = { kind: 'idle' | 'busy' } | (Answer & { isLate: boolean });

/** A pause in typing that is long enough to ask. */
const pauseMs = 120;

/** What the words find, the best `hitsMax` first; the last answer stays until the next is here. */
export function useSearch(words: string, hitsMax: number): SearchState {
  const query = words.trim();
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (!query) return setAnswer(undefined);
    let isCurrent = true;
    const settle = (next: Answer) => {
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
