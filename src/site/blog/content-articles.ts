// Separate from the menus' data, so that only pages with articles load it. The build replaces it
// like content-routes.ts.

import { listContentPages } from '../pages/content-pages.ts';
import { type Article, toArticle } from './articles.ts';

/** Newest first. */
export const contentArticles: readonly Article[] = listContentPages().flatMap(toArticle);
