/**
 * The anchor of a heading: lower case, hyphens for spaces, no punctuation. The same as rehype-slug
 * gives the headings of a page, so that a table of contents links to them.
 */
export const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
