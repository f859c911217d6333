// The text of an HTML e-mail that was sent to us.
import { requireOnDemand } from '../require-on-demand.ts';

const selectors = [
  { selector: 'img', format: 'skip' },
  { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
  // Layout tables: each cell is a block of its own.
  ...['td', 'th'].map((selector) => ({
    selector,
    format: 'block',
    options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
  })),
];

/** What lies beyond the limits is left out; nested too deeply, too. Lines are not wrapped. */
export const htmlToText = (
  html: string,
  limits: { maxInputLength: number; maxDepth: number },
): string => {
  const { convert } = requireOnDemand('html-to-text') as typeof import('html-to-text');
  return convert(html, { wordwrap: false, limits, selectors });
};
