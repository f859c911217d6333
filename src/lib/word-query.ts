/**
 * A search as PostgreSQL's `to_tsquery('simple', ...)` reads it: all words have to be found, and
 * the last may be the beginning of one. Without a word it is empty, which finds nothing. In small
 * letters, because a database with the locale C makes none of ours small.
 */
export function toWordQuery(search: string): string {
  const words = search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // Quoted, a word can be no operator of the query's language.
  return words.map((word, at) => `'${word}'${at === words.length - 1 ? ':*' : ''}`).join(' & ');
}
