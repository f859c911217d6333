// Recognizes the words of mails that we sent where they come back as a quote: programs wrap and
// indent them, translate what surrounds them, and add lines, but leave the words in their order.

const runLength = 3;

/** What a quote repeats. */
export type SentTexts = {
  /** The words that are not ours, of lines of a quote. */
  findOthers(lines: readonly string[]): string[];
};

export function createSentTexts(texts: readonly string[]): SentTexts {
  const runs = new Set<string>();
  for (const text of texts) {
    const words = listWords(text);
    for (let at = 0; at < Math.max(1, words.length - runLength + 1); at++)
      runs.add(words.slice(at, at + runLength).join(' '));
  }
  return {
    findOthers(lines) {
      const words = listWords(lines.join('\n'));
      const isOurs = words.map(() => false);
      for (let at = 0; at < words.length; at++)
        for (let length = runLength; length > 0; length--)
          if (at + length <= words.length && runs.has(words.slice(at, at + length).join(' '))) {
            isOurs.fill(true, at, at + length);
            break;
          }
      return words.filter((_, at) => !isOurs[at]);
    },
  };
}

/** Addresses of pages differ between our text and our HTML, and programs add their own. */
const listWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/\bhttps?:\/\/\S+/g, ' ')
    .match(/[\p{L}\p{N}]+/gu) ?? [];
