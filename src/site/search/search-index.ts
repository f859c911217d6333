import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';
import type { SearchEntry, SearchText } from './page-texts.ts';

export type Hit = Pick<SearchEntry, 'path' | 'label' | 'description'> & {
  text: string;
  /** The words of the page that match, in lower case. */
  words: ReadonlySet<string>;
};

/** Names weigh more than what is said below them. */
const boost = {
  alsoCalled: 12,
  label: 6,
  title: 3,
  tagline: 2,
  description: 2,
  headings: 1.5,
  text: 0.5,
};

/** They are on every page, or only in questions. */
const stopWords = new Set(
  'a an and are as at be by can do does for from have how i if in is it its me much my of on or our that the there this to us was we what when where which who will with you your'.split(
    ' ',
  ),
);

const wordPattern = /[\p{L}\p{N}]+[+#]*/gu;

/** `C++` is a word, a single letter is none. */
const readWord = (word: string): string | undefined => {
  const lower = word.toLowerCase();
  return lower.length > 1 && !stopWords.has(lower) ? lower : undefined;
};

/** The first parts of an address of the API are the same for all calls of an area. */
const tokenize = (text: string): string[] =>
  text.replaceAll(/\/apix\/\w+\//g, ' ').match(wordPattern) ?? [];

/** The words of a text that count, to compare it with another. */
const toKey = (text: string) =>
  tokenize(text)
    .flatMap((word) => readWord(word) ?? [])
    .join(' ');

export const hasSearchWords = (query: string): boolean => toKey(query) !== '';

type IndexedPage = SearchEntry & Partial<SearchText>;
export type SearchIndex = MiniSearch<IndexedPage>;

export function createIndex(
  entries: readonly SearchEntry[],
  texts: Readonly<Record<string, SearchText>> = {},
): SearchIndex {
  const index = new MiniSearch<IndexedPage>({
    idField: 'path',
    fields: Object.keys(boost),
    storeFields: ['path', 'label', 'description', 'tagline', 'alsoCalled', 'text'],
    tokenize,
    processTerm: readWord,
  });
  index.addAll(entries.map((entry) => ({ ...entry, ...texts[entry.path] })));
  return index;
}

/** The last word may be unfinished; a short one inside a query is whole. */
const isPrefix = (word: string, at: number, words: string[]) =>
  word.length > 3 || at === words.length - 1;

/** Typing errors allowed in a word. Only words that no page has can be mistyped. */
const errorsMax = (word: string) => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2);

/** A page whose name is the whole query comes before all others. */
const nameBoost = 10;

const callFolder = /^\/docs\/api\/./;
const errorFolder = /^\/docs\/errors\/./;
/** From so many words on, a query that is in a call's name means the call. */
const callWordsMin = 3;

/**
 * Calls of the API have short names: a page about the subject comes before them, but not before the
 * call whose id is the query.
 */
function callWeight(page: SearchEntry, words: readonly string[]): number {
  const { label, description, tagline } = page;
  if (tagline?.toLowerCase() === words.join(' ')) return 8;
  const names = tokenize(`${label} ${description}`).map((name) => name.toLowerCase());
  const hasAll = words.every((word) => names.some((name) => name.startsWith(word)));
  return hasAll && words.length >= callWordsMin ? 8 : 0.1;
}

function toOptions(index: SearchIndex, query: string, combineWith: 'AND' | 'OR'): SearchOptions {
  const isKnown = (word: string) => index.search(word, { prefix: true }).length > 0;
  const key = toKey(query);
  return {
    boost,
    prefix: isPrefix,
    fuzzy: (word) => (isKnown(word) ? false : errorsMax(word)),
    combineWith,
    boostDocument(path, __, page) {
      const { label, alsoCalled = [] } = page as SearchEntry;
      const isNamed = [label, ...alsoCalled].some((name) => toKey(name) === key);
      // A code is searched for by its name, and has words of many subjects.
      if (errorFolder.test(path)) return isNamed ? nameBoost : 0.1;
      const weight = callFolder.test(path) ? callWeight(page as SearchEntry, key.split(' ')) : 1;
      return isNamed ? nameBoost * weight : weight;
    },
  };
}

const toHit = ({ path, label, description, text = '', terms }: SearchResult): Hit => ({
  path,
  label,
  description,
  text,
  words: new Set(terms),
});

/** The pages with all words of a query, best first; if there are none, those with some. */
export function findPages(index: SearchIndex, query: string): Hit[] {
  const withAll = index.search(query, toOptions(index, query, 'AND'));
  const found = withAll.length > 0 ? withAll : index.search(query, toOptions(index, query, 'OR'));
  return found.map(toHit);
}

const likelyMax = 5;
/** Next to a good match, much weaker ones are noise. */
const shareOfBestMin = 0.5;

/** Pages whose name is like the last part of an address, despite typing errors. */
export function findLikelyPages(index: SearchIndex, address: string): Hit[] {
  const name = address.split('/').findLast(Boolean) ?? '';
  const results = index.search(name, {
    ...toOptions(index, name, 'AND'),
    fields: ['alsoCalled', 'label', 'title'],
    prefix: (word) => word.length > 3,
    filter: ({ path }) => path !== '/' && !callFolder.test(path) && !errorFolder.test(path),
  });
  const scoreMin = (results[0]?.score ?? 0) * shareOfBestMin;
  return results
    .filter(({ score }) => score >= scoreMin)
    .slice(0, likelyMax)
    .map(toHit);
}

export type ExcerptPart = { words: string; isMatch: boolean };

const excerptLength = 180;
const lengthBeforeMatch = 50;

/** The description, or the place in the text that has what label and description lack. */
export function createExcerpt({ label, description, text, words }: Hit): ExcerptPart[] {
  const isAbove = firstMatch(`${label} ${description}`, words) >= 0;
  const inText = isAbove ? -1 : firstMatch(text, words);
  return markMatches(inText < 0 ? description : cutAround(text, inText), words);
}

const firstMatch = (text: string, words: ReadonlySet<string>): number =>
  [...text.matchAll(wordPattern)].find(([word]) => words.has(word.toLowerCase()))?.index ?? -1;

function cutAround(text: string, at: number): string {
  const space = text.indexOf(' ', at - lengthBeforeMatch);
  const from = at <= lengthBeforeMatch ? 0 : Math.min(space + 1, at);
  const end = from + excerptLength;
  const cut =
    end < text.length ? `${text.slice(from, text.lastIndexOf(' ', end))} …` : text.slice(from);
  return from > 0 ? `… ${cut}` : cut;
}

function markMatches(text: string, words: ReadonlySet<string>): ExcerptPart[] {
  return text
    .split(/([\p{L}\p{N}]+[+#]*)/u)
    .filter(Boolean)
    .map((part) => ({ words: part, isMatch: words.has(part.toLowerCase()) }));
}
