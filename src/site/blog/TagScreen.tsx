import type { PageResolver } from '../pages/use-page.ts';
import { readTag, tagPage } from './blog.ts';
import { contentArticles } from './content-articles.ts';

export const handle: PageResolver = (path) => tagPage(readTag(path), contentArticles);

/** Empty: OverviewLayout renders the page. */
export default function TagScreen() {
  return null;
}
