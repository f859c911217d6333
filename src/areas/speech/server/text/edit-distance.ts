// How much two sequences differ: of letters for mistyped names, of words for the quality of engines.

/** The fewest changed, missing and added items that make one of the other (Levenshtein). */
export function editDistance<T>(from: readonly T[], to: readonly T[]): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, item] of from.entries()) {
    const next = [at + 1];
    for (const [column, other] of to.entries())
      next.push(
        Math.min(next[column]! + 1, row[column + 1]! + 1, row[column]! + (item === other ? 0 : 1)),
      );
    row = next;
  }
  return row[to.length]!;
}

/**
 * Word error rate: changed, missing and added words by the words that were said. 0 is perfect, and
 * invented words can make it more than 1. Case and punctuation do not count.
 */
export function wordErrorRate(said: string, heard: string): number {
  const words = splitWords(said);
  if (words.length === 0) throw new RangeError('nothing was said');
  return editDistance(words, splitWords(heard)) / words.length;
}

const splitWords = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? [];
