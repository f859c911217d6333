// Kept apart from the menus' data, so that only pages about articles load it. Filled like
// content-routes.ts.
import { type Article, toArticle } from './articles.ts';
import { listContentPages } from './pages.ts';

/** Newest first. */
export const contentArticles: readonly Article[] = listContentPages().flatMap(toArticle);
