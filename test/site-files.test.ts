import { describe, expect, it } from 'vitest';
import site from '#content/site.json' with { type: 'json' };
import type { ContentPage } from '#site/pages.ts';
import {
  printLlms,
  printManifest,
  printRobots,
  printSecurity,
  printSitemap,
  type SiteFacts,
} from '../scripts/build/site-files.ts';
import { applySettings, shownEnv } from '../scripts/build/site-settings.ts';

const head = { description: 'What it says', layout: 'prose', order: 1, appBar: true } as const;
const pageAt = (url: string, title: string, updated?: string): ContentPage => ({
  url,
  file: 'x.mdx',
  page: { ...head, title, isHidden: false, isHiddenInSitemap: false, ...(updated && { updated }) },
});
const facts: SiteFacts = {
  site,
  siteUrl: 'https://x.example',
  pages: [pageAt('/', 'Home'), pageAt('/terms', 'Terms', '2026-11-20')],
  categories: [{ name: 'Main', description: '', routePaths: ['/', '/terms'] }],
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

describe('robots.txt', () => {
  it('leads to the sitemap, which needs a public address', () => {
    expect(printRobots(facts)).toContain('\nSitemap: https://x.example/sitemap.xml\n');
    expect(printRobots({ ...facts, siteUrl: '' })).not.toContain('Sitemap');
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

describe('security.txt', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  it('says whom to tell, and ends within the year that RFC 9116 allows', () => {
    const text = printSecurity(facts, now);
    expect(text).toContain(`Contact: mailto:${site.contact.email}\n`);
    expect(text).toContain('Policy: https://x.example/security\n');
    const ends = new Date(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
    expect(ends.getTime() - now.getTime()).toBeLessThan(365 * 86_400_000);
    expect(ends.getTime()).toBeGreaterThan(now.getTime());
  });
});

describe('llms.txt', () => {
  it('tells what each page says and where the API is described', () => {
    const text = printLlms(facts);
    expect(text).toContain('- [Terms](https://x.example/terms): What it says');
    expect(text).toContain('https://x.example/docs/api');
  });
});

describe('shownEnv', () => {
  it('gives pages the analytics tag in production alone', () => {
    const env = { ANALYTICS_TAG_ID: 'G-1', SITE_URL: 'https://x.example' };
    expect(shownEnv({ ...env, NODE_ENV: 'production' }).ANALYTICS_TAG_ID).toBe('G-1');
    expect(shownEnv(env)).toEqual({ ...env, ANALYTICS_TAG_ID: '' });
    expect(applySettings(site, env).name).toBe(site.name);
  });
});
