import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import { searchStaffRecords } from '../../wire/search.ts';

const pauseMs = 150;

/**
 * Searches when the user pauses. Results of a text before are not kept: enter would open a record
 * that does not match what is typed.
 */
export function useStaffSearch(text: string) {
  const typed = text.trim();
  const search = useDebounced(typed, pauseMs);
  const { data, error, isFetching } = useQuery({
    queryKey: ['staff', 'search', search],
    queryFn: ({ signal }) => call(searchStaffRecords, { query: { search } }, { signal }),
    enabled: search !== '',
  });
  const isSettled = search === typed;
  const { results, failed } = (isSettled && data) || { results: [], failed: [] };
  return { results, failed, error, isBusy: isFetching || !isSettled };
}
