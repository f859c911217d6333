// Pages that no file holds: one for each tag of the blog and for each value of a project filter.
import { countTags, tagPage, tagPath } from './blog.ts';
import { contentArticles } from './content-articles.ts';
import { contentCards } from './content-cards.ts';
import { choicePath, facetPage, facets, listValues } from './facets.ts';
import type { Page } from './page-schema.ts';

const projectCards = contentCards.filter(({ path }) => path.startsWith('/projects/'));

export type View = { url: string; page: Page };

/** Each is printed by the build as the pages of content/ are. */
export const listViews = (): View[] => [
  ...countTags(contentArticles).map(({ tag }) =>
    toView(tagPath(tag), tagPage(tag, contentArticles)),
  ),
  ...facets.flatMap((facet) =>
    listValues(projectCards, facet).map(({ slug }) =>
      toView(choicePath({ [facet]: slug }), facetPage({ [facet]: slug }, projectCards)),
    ),
  ),
];

function toView(url: string, page: Page | undefined): View {
  if (!page) throw new Error(`${url} has no head.`);
  return { url, page };
}
