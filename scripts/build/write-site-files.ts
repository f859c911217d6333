import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import site from '#content/site.json' with { type: 'json' };
import { settingPlaceholders } from '../../src/lib/setting-placeholders.ts';
import { contentArticles } from '../../src/site/blog/content-articles.ts';
import { vehiclePageHead } from '../../src/site/customs/vehicle-page-head.ts';
import { vehiclePages } from '../../src/site/customs/vehicle-pages.ts';
import { listContentPages, readBody } from '../../src/site/pages/content-pages.ts';
import { referencePages } from '../../src/site/reference/reference-pages.ts';
import { buildSitemap } from '../../src/site/routes/route-table.ts';
import { printSiteFiles } from './site-files.ts';

const visibleReferencePages = referencePages.filter(({ page }) => !page.isHidden);
const { categories } = buildSitemap();
const listedPaths = categories.flatMap(({ routePaths }) => routePaths);
const referencePaths = visibleReferencePages
  .map(({ path: url }) => url)
  .filter((url) => !listedPaths.includes(url));

const vehiclePaths = vehiclePages.map(({ path: url }) => url);

/** Writes sitemap.xml, robots.txt and similar files into a built site. */
export function writeSiteFiles(root: string): void {
  const facts = {
    site,
    siteUrl: settingPlaceholders.siteUrl,
    pages: [
      ...listContentPages(),
      ...vehiclePages.map((page) => ({ url: page.path, page: vehiclePageHead(page) })),
      ...visibleReferencePages.map(({ path: url, page }) => ({ url, page })),
    ],
    categories: [
      ...categories,
      { name: 'Import duties on vehicles', description: '', routePaths: vehiclePaths },
      { name: 'API reference', description: '', routePaths: referencePaths },
    ],
    articles: contentArticles,
    changelog: readBody('pages/docs/changelog.mdx'),
  };
  for (const [file, text] of Object.entries(printSiteFiles(facts))) {
    const place = path.join(root, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
}
