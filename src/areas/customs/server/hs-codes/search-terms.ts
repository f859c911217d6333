// Reads what a person typed: digits of a code, or words, of which some are names of common goods.
import { findSynonym, synonymWordsMax } from '../tariffs/codes/synonyms.ts';
import { splitWords } from '../tariffs/codes/tariff-text.ts';

/** What one part of the search may be in a description: all of the words, or one of the codes. */
export type SearchTerm = { alternatives: SearchWord[][]; codes: readonly string[] };
export type SearchWord = { word: string; isBeginning: boolean };
export type Search = { digits: string } | { terms: SearchTerm[] };

const termsMax = 8;
const wordCharsMax = 40;

/** Words that say nothing about goods, unless nothing else is typed. */
const fillers = new Set(
  (
    'a an and any by for from in not of on or other others than the to with without ' +
    'und oder mit von zum zur der die das den andere de la le les des du et ou pour autres avec ' +
    'el los las del y o para con otros otras в во и или из на не для с прочие прочее i z ze do na ' +
    'dla lub inne'
  ).split(' '),
);

export function readSearch(search: string): Search {
  const digits = search.replace(/[\s.]/g, '');
  if (/^\d+$/.test(digits)) return { digits };
  const all = splitWords(search).map((word) => word.slice(0, wordCharsMax));
  const words = all.filter((word) => !fillers.has(word));
  return { terms: groupTerms(words.length > 0 ? words : all).slice(0, termsMax) };
}

/** The longest names of goods first: "mobile phone" is one, not two. */
function groupTerms(words: readonly string[]): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (let at = 0; at < words.length; ) {
    const { count, codes } = findLongestName(words, at);
    const alternative = words.slice(at, at + count).map((word) => ({ word, isBeginning: false }));
    terms.push({ alternatives: [alternative], codes });
    at += count;
  }
  return terms;
}

function findLongestName(words: readonly string[], at: number) {
  for (let count = Math.min(synonymWordsMax, words.length - at); count > 0; count--) {
    const codes = findSynonym(words.slice(at, at + count));
    if (codes) return { count, codes };
  }
  return { count: 1, codes: [] };
}

/** What the stored words say about one that is no name of goods. */
export type KnownWord = { word: string; isKnown: boolean; isBeginning: boolean; similar: string[] };

/** Words that no description has: as beginnings of one, else as the words they resemble. */
export function correctTerm(term: SearchTerm, known: ReadonlyMap<string, KnownWord>): SearchTerm {
  const [words = []] = term.alternatives;
  const [only] = words;
  const found = only && known.get(only.word);
  if (!found || words.length > 1 || found.isKnown) return term;
  if (found.isBeginning) return { ...term, alternatives: [[{ ...only, isBeginning: true }]] };
  const codes = found.similar.flatMap((word) => findSynonym([word]) ?? []);
  return {
    alternatives: found.similar.map((word) => [{ word, isBeginning: false }]),
    codes: [...new Set([...term.codes, ...codes])],
  };
}

/** The words to look up: single ones that are no names of goods. */
export const wordsToCorrect = (terms: readonly SearchTerm[]): string[] =>
  terms.flatMap(({ alternatives: [words = []], codes }) =>
    words.length === 1 && codes.length === 0 ? words.map(({ word }) => word) : [],
  );
