// Pages without a file: one for each tag of the blog, each value of a project filter, each country
// that vehicles are imported into, and each call of the API.
import { countTags, tagPage, tagPath } from '../blog/blog.ts';
import { contentArticles } from '../blog/content-articles.ts';
import { vehiclePageHead } from '../customs/vehicle-page-head.ts';
import { vehiclePages } from '../customs/vehicle-pages.ts';
import { choicePath, facetPage, facets, listValues } from '../projects/facets.ts';
import { referencePages } from '../reference/reference-pages.ts';
import { contentCards } from './content-cards.ts';
import type { Page } from './page-schema.ts';

const projectCards = contentCards.filter(({ path }) => path.startsWith('/projects/'));

export type GeneratedPage = { url: string; page: Page };

/** Prerendered like the pages of content/. */
export const listGeneratedPages = (): GeneratedPage[] => [
  ...countTags(contentArticles).map(({ tag }) =>
    toGeneratedPage(tagPath(tag), tagPage(tag, contentArticles)),
  ),
  ...facets.flatMap((facet) =>
    listValues(projectCards, facet).map(({ slug }) =>
      toGeneratedPage(choicePath({ [facet]: slug }), facetPage({ [facet]: slug }, projectCards)),
    ),
  ),
  ...vehiclePages.map((page) => toGeneratedPage(page.path, vehiclePageHead(page))),
  ...referencePages
    .filter(({ kind }) => kind !== 'unknown')
    .map(({ path, page }) => toGeneratedPage(path, page)),
];

function toGeneratedPage(url: string, page: Page | undefined): GeneratedPage {
  if (!page) throw new Error(`${url} has no frontmatter.`);
  return { url, page };
}
