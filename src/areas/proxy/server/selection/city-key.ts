/**
 * A city's name for comparison: `New York`, `new-york` and `newyork` are the same, and `Zürich` is
 * `zurich`. Empty for a text without letters and digits.
 */
export const toCityKey = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
