// What lists of pages show of each: kept apart from the menus' data, so that only pages with such
// a list load it. Filled like content-routes.ts.
import { listContentPages, type PageCard, toCard } from './pages.ts';

export const contentCards: readonly PageCard[] = listContentPages().flatMap(toCard);
