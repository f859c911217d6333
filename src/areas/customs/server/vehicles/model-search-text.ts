// How makes and models are found: "CX-5", "cx5" and "cx 5" are the same, "F150" has an F and a 150.
import { normalizeText } from '../tariffs/codes/tariff-text.ts';

const wordsMax = 8;

/** Words as they are typed, each with its parts: at punctuation, and between letters and digits. */
const splitWords = (text: string) =>
  text
    .split(/\s+/)
    .map((word) => normalizeText(word))
    .filter((word) => word !== '')
    .map((word) => ({
      whole: word.replaceAll(' ', ''),
      parts: word.match(/\p{N}+|[^\p{N}\s]+/gu) ?? [],
    }));

/** All words by which a text is found. */
export const listSearchWords = (text: string): string[] => [
  ...new Set(splitWords(text).flatMap(({ whole, parts }) => [whole, ...parts])),
];

/** A tsquery for all words or their beginnings; empty for a text without any. */
export function toSearchQuery(text: string): string {
  const words = splitWords(text).slice(0, wordsMax);
  const beginning = (word: string) => `'${word}':*`;
  return words
    .map(({ whole, parts }) =>
      parts.length > 1
        ? `(${beginning(whole)} | (${parts.map(beginning).join(' & ')}))`
        : beginning(whole),
    )
    .join(' & ');
}
