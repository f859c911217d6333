/**
 * A heading as the anchor that leads to it: lower case, hyphens for blanks, no other signs. What
 * rehype-slug gives the headings of a page, so that a list of contents meets them.
 */
export const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
