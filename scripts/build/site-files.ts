// Files that crawlers and browsers expect at fixed addresses, made from the same data as the pages.

import { groundColors } from '../../src/lib/brand-colors.ts';
import type { Article } from '../../src/site/blog/articles.ts';
import type { ContentPage } from '../../src/site/pages/content-pages.ts';
import type { SitemapCategory } from '../../src/site/routes/route-table.ts';
import { printFeeds } from './feeds.ts';

type Contact = { email: string };
export type SiteText = {
  name: string;
  description: string;
  slogan: string;
  contact: Contact;
  legal: { security?: string };
};

type PrintedPage = Pick<ContentPage, 'url' | 'page'>;

export type SiteFacts = {
  site: SiteText;
  /** Without a trailing slash. */
  siteUrl: string;
  pages: readonly PrintedPage[];
  categories: readonly SitemapCategory[];
  articles: readonly Article[];
};

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The last change of a page, if known; for an overview that of its newest page. */
function lastChange(url: string, pages: readonly PrintedPage[]): string | undefined {
  const dayOf = ({ page }: PrintedPage) =>
    page.updated ?? (page.layout === 'article' ? page.published : undefined);
  return pages
    .filter((one) => one.url === url || one.url.startsWith(`${url}/`))
    .flatMap((one) => dayOf(one) ?? [])
    .sort()
    .at(-1);
}

/** Pages for search engines, with the day of their last change if known. */
export function printSitemap({ siteUrl, pages, categories }: SiteFacts): string {
  const entries = categories
    .flatMap(({ routePaths }) => routePaths)
    .map((path) => {
      const updated = lastChange(path, pages);
      const address = escapeXml(`${siteUrl}${path}`);
      return `  <url><loc>${address}</loc>${updated ? `<lastmod>${updated}</lastmod>` : ''}</url>`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}

/**
 * Disallowed pages are never fetched, so a "noindex" on them is never read: only addresses that
 * can't become search results are listed. The sign-in has "noindex" itself.
 */
export const printRobots = ({ siteUrl }: SiteFacts): string => `User-agent: *
Disallow: /apix/
Disallow: /files/
Disallow: /admin
Disallow: /dashboard/
Allow: /

Sitemap: ${siteUrl}/sitemap.xml
`;

export const printManifest = ({ site }: SiteFacts): string =>
  `${JSON.stringify(
    {
      name: site.name,
      short_name: site.name,
      description: site.description,
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'minimal-ui',
      lang: 'en',
      background_color: groundColors.dark,
      theme_color: groundColors.dark,
      icons: [
        { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
        { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
        { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
        {
          src: '/icon-maskable-512.png',
          type: 'image/png',
          sizes: '512x512',
          purpose: 'maskable',
        },
      ],
    },
    null,
    2,
  )}\n`;

/** An overview of the site for language models: https://llmstxt.org. */
export function printLlms({ site, siteUrl, pages, categories }: SiteFacts): string {
  const byUrl = new Map(pages.map(({ url, page }) => [url, page]));
  const sections = categories.map(({ name, routePaths }) => {
    const links = routePaths.map((path) => {
      const page = byUrl.get(path);
      return `- [${page?.title ?? path}](${siteUrl}${path}): ${page?.description ?? ''}`;
    });
    return `## ${name}\n\n${links.join('\n')}\n`;
  });
  return `# ${site.name}

> ${site.description}. ${site.slogan}.

${sections.join('\n')}
## API

- [OpenAPI document](${siteUrl}/apix/schema/): every call with its fields and errors, for programs
`;
}

/** All of them, by their address. */
export const printSiteFiles = (facts: SiteFacts): Record<string, string> => ({
  'sitemap.xml': printSitemap(facts),
  'robots.txt': printRobots(facts),
  'manifest.webmanifest': printManifest(facts),
  'llms.txt': printLlms(facts),
  ...printFeeds({
    name: facts.site.name,
    origin: facts.siteUrl,
    articles: facts.articles,
  }),
});
