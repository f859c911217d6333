import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import site from '#content/site.json' with { type: 'json' };
import { contentArticles } from '../../src/site/blog/content-articles.ts';
import { listContentPages } from '../../src/site/pages/content-pages.ts';
import { buildSitemap } from '../../src/site/routes/route-table.ts';
import { printSiteFiles } from './site-files.ts';
import { applySettings, siteUrlOf } from './site-settings.ts';

type Env = Parameters<typeof applySettings>[1];

/** Writes sitemap.xml, robots.txt and similar files into a built site. */
export function writeSiteFiles(root: string, env: Env): void {
  const facts = {
    site: applySettings(site, env),
    siteUrl: siteUrlOf(env),
    pages: listContentPages(),
    categories: buildSitemap().categories,
    articles: contentArticles,
  };
  for (const [file, text] of Object.entries(printSiteFiles(facts))) {
    const place = path.join(root, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
}
