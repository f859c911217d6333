import { tagPage } from '../blog.ts';
import { contentArticles } from '../content-articles.ts';
import type { PageByParams } from '../use-page.ts';

export const handle: PageByParams = ({ tag = '' }) => tagPage(tag, contentArticles);

/** The frame of the overviews shows everything. */
export default function TagScreen() {
  return null;
}
