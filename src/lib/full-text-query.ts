/**
 * A search for `to_tsquery('simple', ...)` of PostgreSQL: all words must match, the last one as a
 * prefix. Empty without words, which matches nothing. Lower-cased here, because a database with the
 * locale C lower-cases only ASCII.
 */
export function toFullTextQuery(search: string): string {
  const words = search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // Quoted, so that no word is read as an operator.
  return words.map((word, at) => `'${word}'${at === words.length - 1 ? ':*' : ''}`).join(' & ');
}
