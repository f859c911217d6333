// Patterns for LIKE and ILIKE in which `%`, `_` and `\` stand for themselves.
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** For a column that contains the text, without the spaces around it. */
export const containing = (text: string): string => `%${escapeLike(text.trim())}%`;

export const startingWith = (text: string): string => `${escapeLike(text)}%`;
