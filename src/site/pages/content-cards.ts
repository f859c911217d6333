// What lists show of each page. Separate from the menus' data, so that only pages with such a list
// load it. The build replaces it like content-routes.ts.
import { listContentPages, type PageCard, toCard } from './content-pages.ts';

export const contentCards: readonly PageCard[] = listContentPages().flatMap(toCard);
