import { contentCards } from '../pages/content-cards.ts';
import type { PageResolver } from '../pages/use-page.ts';
import { facetPage, readChoice } from './facets.ts';

export const handle: PageResolver = (path) => facetPage(readChoice(path), contentCards);

/** Empty: OverviewLayout renders the page, and stays mounted when a filter changes. */
export default function FacetScreen() {
  return null;
}
