import { queryOptions } from '@tanstack/react-query';

/** The names and descriptions of all pages: a few kilobytes, for the first results. */
export const namesIndex = queryOptions({
  queryKey: ['search', 'names'],
  queryFn: async () => {
    const [{ createIndex }, { searchEntries }] = await Promise.all([
      import('./search-index.ts'),
      import('./search-entries.ts'),
    ]);
    return createIndex(searchEntries);
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Their texts as well. */
export const textsIndex = queryOptions({
  queryKey: ['search', 'texts'],
  queryFn: async () => {
    const [{ createIndex }, { searchEntries }, { searchTexts }] = await Promise.all([
      import('./search-index.ts'),
      import('./search-entries.ts'),
      import('./search-texts.ts'),
    ]);
    return createIndex(searchEntries, searchTexts);
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Pages with a name like that of an unknown address. */
export const likelyPages = (address: string) =>
  queryOptions({
    queryKey: ['search', 'likely', address],
    queryFn: async ({ client }) => {
      const index = await client.fetchQuery(namesIndex);
      return (await import('./search-index.ts')).findLikelyPages(index, address);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
