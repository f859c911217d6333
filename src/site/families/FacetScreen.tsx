import { contentCards } from '../content-cards.ts';
import { facetPage, readChoice } from '../facets.ts';
import type { PageByPath } from '../use-page.ts';

export const handle: PageByPath = (path) => facetPage(readChoice(path), contentCards);

/** The frame of the overviews shows everything, so that it stays when a filter changes. */
export default function FacetScreen() {
  return null;
}
