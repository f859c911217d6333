import { useQuery } from '@tanstack/react-query';
import { namesIndex, textsIndex } from './load-search.ts';
import { findPages, type Hit, hasSearchWords } from './search-index.ts';

export type SearchState =
  | { kind: 'idle' | 'busy' }
  | { kind: 'failed'; retry: () => void }
  /** More hits can follow until it is complete. */
  | { kind: 'found'; hits: readonly Hit[]; isComplete: boolean };

/** Searches the names of pages at once, and their texts as soon as those have arrived. */
export function useSearch(words: string): SearchState {
  const query = words.trim();
  const names = useQuery(namesIndex);
  const texts = useQuery({ ...textsIndex, enabled: !names.isPending });
  if (!hasSearchWords(query)) return { kind: 'idle' };
  const index = texts.data ?? names.data;
  const hits = index ? findPages(index, query) : [];
  if (hits.length > 0 || texts.data) return { kind: 'found', hits, isComplete: !texts.isPending };
  if (!texts.isError) return { kind: 'busy' };
  const retry = () => void texts.refetch();
  return { kind: 'failed', retry };
}
