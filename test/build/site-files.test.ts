import { describe, expect, it } from 'vitest';
import site from '#content/site.json' with { type: 'json' };
import type { ContentPage } from '#site/pages/content-pages.ts';
import { printChangelogFeed, printFeeds } from '../../scripts/build/feeds.ts';
import {
  printLlms,
  printManifest,
  printRobots,
  printSitemap,
  type SiteFacts,
} from '../../scripts/build/site-files.ts';

const head = { description: 'What it says', layout: 'prose', order: 1, appBar: true } as const;
const pageAt = (url: string, title: string, updated?: string): ContentPage => ({
  url,
  file: 'x.mdx',
  page: { ...head, title, isHidden: false, isHiddenInSitemap: false, ...(updated && { updated }) },
});
const facts: SiteFacts = {
  changelog: '',
  site,
  siteUrl: 'https://x.example',
  pages: [pageAt('/', 'Home'), pageAt('/terms', 'Terms', '2026-11-20')],
  categories: [{ name: 'Main', description: '', routePaths: ['/', '/terms'] }],
  articles: [
    {
      path: '/blog/ledgers',
      label: 'Ledgers & <books>',
      lead: 'What a ledger keeps.',
      author: { name: 'Ada Example', id: 'ada-example' },
      published: '2026-11-19',
      tags: ['api'],
      minutes: 4,
      contents: [],
    },
  ],
};

describe('sitemap.xml', () => {
  it('lists absolute addresses, with the day of the last change where it is known', () => {
    const text = printSitemap(facts);
    expect(text).toContain('<url><loc>https://x.example/</loc></url>');
    expect(text).toContain(
      '<url><loc>https://x.example/terms</loc><lastmod>2026-11-20</lastmod></url>',
    );
  });
});

describe('an overview in sitemap.xml', () => {
  it('is as new as the newest of its pages', () => {
    const pages = [pageAt('/docs', 'Docs'), pageAt('/docs/a', 'A', '2026-11-18')];
    const categories = [{ name: 'Docs', description: '', routePaths: ['/docs'] }];
    expect(printSitemap({ ...facts, pages, categories })).toContain(
      '<loc>https://x.example/docs</loc><lastmod>2026-11-18</lastmod>',
    );
  });
});

describe('robots.txt', () => {
  it('leads to the sitemap', () => {
    expect(printRobots(facts)).toContain('\nSitemap: https://x.example/sitemap.xml\n');
  });

  it('keeps crawlers from calls and private screens, not from pages', () => {
    const closed = [...printRobots(facts).matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path);
    expect(closed).toContain('/apix/');
    expect(closed).toContain('/dashboard/');
    // A crawler must read the page to learn that it is not to be listed.
    expect(closed).not.toContain('/auth');
  });
});

describe('manifest.webmanifest', () => {
  it('names the product and icons of the sizes that browsers ask for', () => {
    const manifest = JSON.parse(printManifest(facts));
    expect(manifest).toMatchObject({ name: site.name, start_url: '/' });
    const sizes = manifest.icons.map(({ sizes: size }: { sizes: string }) => size);
    expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
  });
});

describe('feeds', () => {
  const feeds = printFeeds({ name: 'X', origin: 'https://x.example', articles: facts.articles });
  it('tell articles with their day and address, in RSS', () => {
    const text = feeds['blog/feed.xml'];
    expect(text).toContain('<link>https://x.example/blog/ledgers</link>');
    expect(text).toContain('<pubDate>Thu, 19 Nov 2026 00:00:00 GMT</pubDate>');
    expect(text).toContain('<![CDATA[Ledgers & <books>]]>');
  });

  it('say the same in JSON', () => {
    const feed = JSON.parse(feeds['blog/feed.json'] ?? '');
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1',
      items: [
        {
          url: 'https://x.example/blog/ledgers',
          tags: ['API'],
          author: { name: 'Ada Example' },
        },
      ],
    });
  });
});

describe('the feed of the changelog', () => {
  const feed = printChangelogFeed({
    name: 'X',
    address: 'https://x.example/docs/changelog',
    feedAddress: 'https://x.example/docs/changelog/feed.xml',
    body: [
      'An opening.',
      '## 2026-11-26: New & better',
      '- A [call](/docs/api) with `code`.',
      '## 2026-11-21: The first version',
      '- All.',
    ].join('\n\n'),
  });
  it('has an entry for each section, at its heading', () => {
    expect(feed).toContain('<updated>2026-11-26T00:00:00.000Z</updated>');
    expect(feed).toContain('href="https://x.example/docs/changelog#2026-11-26-new--better"');
    expect(feed.match(/<entry>/g)).toHaveLength(2);
    expect(feed).toContain('- A call with code.');
    expect(feed).not.toContain('An opening.');
  });
});

describe('llms.txt', () => {
  it('leads to the Markdown of the documentation', () => {
    const pages = [pageAt('/docs/keys', 'Keys')];
    const categories = [{ name: 'Docs', description: '', routePaths: ['/docs/keys'] }];
    const text = printLlms({ ...facts, pages, categories });
    expect(text).toContain('- [Keys](https://x.example/docs/keys.md)');
    expect(text).toContain('https://x.example/llms-full.txt');
  });

  it('tells what each page says and where the API is described', () => {
    const text = printLlms(facts);
    expect(text).toContain('- [Terms](https://x.example/terms): What it says');
    expect(text).toContain('https://x.example/apix/schema/');
    expect(text).toContain('[MCP server](https://x.example/mcp)');
  });
});
