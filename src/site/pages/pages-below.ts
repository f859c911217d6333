// How many generated pages each page of the sitemap lists. In the build
// scripts/build/content-pages.ts replaces this file with its value.
import { buildSitemap } from '../routes/route-table.ts';
import { listGeneratedPages } from './generated-pages.ts';

const listedPaths = buildSitemap().categories.flatMap(({ routePaths }) => routePaths);

/** The nearest page above, which lists it. */
function findListPage(url: string): string {
  const above = listedPaths.filter((path) => url.startsWith(`${path}/`));
  const nearest = above.sort((a, b) => b.length - a.length)[0];
  if (!nearest) throw new Error(`No page of the sitemap lists ${url}.`);
  return nearest;
}

const generatedPaths = listGeneratedPages()
  .filter(({ url, page }) => !page.isHiddenInSitemap && !listedPaths.includes(url))
  .map(({ url }) => url);

export const pagesBelow: Readonly<Record<string, number>> = Object.fromEntries(
  [...Map.groupBy(generatedPaths, findListPage)].map(([path, urls]) => [path, urls.length]),
);
