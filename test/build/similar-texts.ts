export type Text = { name: string; words: string };

const runLength = 8;

/** All sequences of eight words, in lower case and without punctuation. */
function listRuns(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const count = Math.max(0, words.length - runLength + 1);
  return new Set(
    Array.from({ length: count }, (_, at) => words.slice(at, at + runLength).join(' ')),
  );
}

/**
 * Pairs of texts that share more than `shareMax` of the sequences of the shorter text. Pairs are
 * found by shared sequences, so that not every pair has to be compared.
 */
export function findSimilar(texts: readonly Text[], shareMax: number): string[] {
  const runs = texts.map(({ words }) => listRuns(words));
  const owners = new Map<string, number[]>();
  for (const [at, own] of runs.entries())
    for (const run of own) owners.set(run, [...(owners.get(run) ?? []), at]);
  const shared = new Map<string, number>();
  for (const holders of owners.values())
    for (const [index, one] of holders.entries())
      for (const other of holders.slice(index + 1))
        shared.set(`${one} ${other}`, (shared.get(`${one} ${other}`) ?? 0) + 1);
  return [...shared].flatMap(([pair, count]) => {
    const [one = 0, other = 0] = pair.split(' ').map(Number);
    const share = count / Math.min(runs[one]?.size ?? 1, runs[other]?.size ?? 1);
    if (share <= shareMax) return [];
    return [`${texts[one]?.name} and ${texts[other]?.name} share ${Math.round(share * 100)} %`];
  });
}
