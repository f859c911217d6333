import { tagOf, tagPage } from '../blog.ts';
import { contentArticles } from '../content-articles.ts';
import type { PageByPath } from '../use-page.ts';

export const handle: PageByPath = (path) => tagPage(tagOf(path), contentArticles);

/** The frame of the overviews shows everything. */
export default function TagScreen() {
  return null;
}
