// Files that crawlers and browsers expect at fixed addresses, made from the same data as the pages.

import { groundColors } from '../../src/lib/brand-colors.ts';
import { escapeMarkup } from '../../src/lib/markup.ts';
import type { Article } from '../../src/site/blog/articles.ts';
import { changelogFeed, changelogPath } from '../../src/site/metadata/feed-paths.ts';
import { markdownPath } from '../../src/site/metadata/markdown-path.ts';
import type { ContentPage } from '../../src/site/pages/content-pages.ts';
import type { SitemapCategory } from '../../src/site/routes/route-table.ts';
import { printChangelogFeed, printFeeds } from './feeds.ts';

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
  /** The body of the changelog. */
  changelog: string;
};

/** The last change of a page, if known; for an overview that of its newest page. */
function lastChange(url: string, pages: readonly PrintedPage[]): string | undefined {
  const readDay = ({ page }: PrintedPage) =>
    page.updated ?? (page.layout === 'article' ? page.published : undefined);
  return pages
    .filter((one) => one.url === url || one.url.startsWith(`${url}/`))
    .flatMap((one) => readDay(one) ?? [])
    .sort()
    .at(-1);
}

/** Pages for search engines, with the day of their last change if known. */
export function printSitemap({ siteUrl, pages, categories }: SiteFacts): string {
  const entries = categories
    .flatMap(({ routePaths }) => routePaths)
    .map((path) => {
      const updated = lastChange(path, pages);
      const address = escapeMarkup(`${siteUrl}${path}`);
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

const isDocs = (path: string) => path === '/docs' || path.startsWith('/docs/');

/**
 * An overview of the site for language models: https://llmstxt.org. Of the documentation it names
 * the Markdown; every other page has one too.
 */
export function printLlms({ site, siteUrl, pages, categories }: SiteFacts): string {
  const byUrl = new Map(pages.map(({ url, page }) => [url, page]));
  const sections = categories.map(({ name, routePaths }) => {
    const links = routePaths.map((path) => {
      const page = byUrl.get(path);
      const address = siteUrl + (isDocs(path) ? markdownPath(path) : path);
      return `- [${page?.title ?? path}](${address}): ${page?.description ?? ''}`;
    });
    return `## ${name}\n\n${links.join('\n')}\n`;
  });
  return `# ${site.name}

> ${site.description}. ${site.slogan}.

Every page is also Markdown, at its address with \`.md\`.
[The documentation in one file](${siteUrl}/llms-full.txt).

${sections.join('\n')}
## API

- [OpenAPI document](${siteUrl}/apix/schema/): every call with its fields and errors, for programs
- [MCP server](${siteUrl}/mcp): the calls as tools, for assistants
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
  [changelogFeed.slice(1)]: printChangelogFeed({
    name: facts.site.name,
    address: facts.siteUrl + changelogPath,
    feedAddress: facts.siteUrl + changelogFeed,
    body: facts.changelog,
  }),
});
