// Searches the index that scripts/build/write-search.ts writes, with Pagefind's own code. Both are
// fetched on the first search.

export type Hit = {
  path: string;
  title: string;
  /** HTML from Pagefind: escaped text with `<mark>` around the matches. */
  excerpt: string;
};

/** The best hits, and the number of all matching pages. */
export type SearchResult = { hits: readonly Hit[]; count: number };

type Fragment = { url: string; meta: { title?: string }; excerpt: string };
type Pagefind = {
  options: (settings: { excerptLength: number }) => Promise<void>;
  init: () => Promise<void>;
  search: (query: string) => Promise<{ results: { data: () => Promise<Fragment> }[] }>;
};

const address = '/pagefind/pagefind.js';

let loading: Promise<Pagefind> | undefined;

async function load(): Promise<Pagefind> {
  const pagefind = (await import(/* @vite-ignore */ address)) as Pagefind;
  await pagefind.options({ excerptLength: 18 });
  await pagefind.init();
  return pagefind;
}

/** Loads Pagefind and its index once; retries after a failure. */
export function loadSearch(): Promise<Pagefind> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The best matches, at most `hitsMax`. Throws when the index can't be fetched. */
export async function searchPages(query: string, hitsMax: number): Promise<SearchResult> {
  const pagefind = await loadSearch();
  const { results } = await pagefind.search(query);
  const found = await Promise.all(results.slice(0, hitsMax).map((one) => one.data()));
  const hits = found.map(({ url, meta, excerpt }) => ({
    path: url.replace(/(.)\/$/, '$1'),
    title: meta.title ?? url,
    excerpt,
  }));
  return { hits, count: results.length };
}
