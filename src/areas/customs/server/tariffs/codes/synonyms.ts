// What people call common goods, in six languages, and the headings of the Harmonized System that
// these belong to (edition of 2022). The headings are the same in the tariffs of all countries.
import synonyms from '../../../tariffs/synonyms.json' with { type: 'json' };
import { splitWords } from './tariff-text.ts';

type CodesByWords = Map<string, readonly string[]>;

/** By words without blanks: `tshirt` for "T-shirt", "t shirt" and "tshirt". */
const exact: CodesByWords = new Map();
/** The same without plural endings. */
const byStem: CodesByWords = new Map();
const words = new Set<string>();
let longest = 1;

const wordCharsMin = 4;
const endings = /(?:es|s|en|n|y|i|ы|и|а|я)$/u;
const toStem = (key: string) => (key.length > wordCharsMin ? key.replace(endings, '') : key);

const add = (map: CodesByWords, key: string, codes: readonly string[]) =>
  map.set(key, [...new Set([...(map.get(key) ?? []), ...codes])]);

for (const [codes, names] of Object.entries(synonyms))
  for (const name of names.split(', ')) {
    const parts = splitWords(name);
    const key = parts.join('');
    add(exact, key, codes.split(' '));
    add(byStem, toStem(key), codes.split(' '));
    longest = Math.max(longest, parts.length);
    for (const part of parts) if (part.length >= wordCharsMin) words.add(part);
  }

/** The most words of one name. */
export const synonymWordsMax = longest;

export const synonymWords = (): ReadonlySet<string> => words;

/** Codes of 4 or 6 digits. */
export function findSynonym(parts: readonly string[]): readonly string[] | undefined {
  const key = parts.join('');
  return exact.get(key) ?? byStem.get(toStem(key));
}
