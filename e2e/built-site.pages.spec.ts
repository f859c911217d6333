import { expect, test } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import site from '../content/site.json' with { type: 'json' };
import { fallbackFile } from '../scripts/build/finalize.ts';
import { listContentPages, notFoundUrl } from '../src/site/pages/content-pages.ts';
import { listGeneratedPages } from '../src/site/pages/generated-pages.ts';
import { pagesBelow } from '../src/site/pages/pages-below.ts';
import { scaledMs } from '../test/time-limits.ts';
import { type BuiltPage, builtPages, isBuiltFile, readBuilt } from './built-site.ts';
import { findProblems } from './structured-data-rules.ts';

const known = [...listContentPages(), ...listGeneratedPages()].filter(
  ({ url }) => url !== notFoundUrl,
);
const byUrl = new Map(builtPages.map((page) => [page.url, page]));

const repeated = (values: readonly (string | undefined)[]) =>
  values.filter((value, at) => values.indexOf(value) !== at);

test('every page that exists is printed, and nothing else', () => {
  expect(builtPages.map(({ url }) => url)).toEqual(
    [...known.map(({ url }) => url), '/auth'].sort((a, b) => a.localeCompare(b)),
  );
});

test('every page has one heading, and title, description and heading of its own', () => {
  expect(builtPages.filter(({ headings }) => headings.length !== 1)).toEqual([]);
  expect(repeated(builtPages.map(({ title }) => title))).toEqual([]);
  expect(repeated(builtPages.map(({ headings }) => headings[0]))).toEqual([]);
  const described = builtPages.filter(({ url }) => url !== '/auth');
  expect(repeated(described.map(({ description }) => description))).toEqual([]);
  const wrong = described.filter(({ description: { length } }) => length < 50 || length > 160);
  expect(wrong.map(({ url }) => url)).toEqual([]);
});

test('every page names itself as its one address, or the page that says the same', () => {
  for (const { url, page } of known) {
    const expected = page.isHidden ? undefined : (page.canonical ?? url);
    expect(byUrl.get(url)?.canonical, url).toBe(expected);
  }
});

test('the sign-in says what a link to it shows, and screens have a title before scripts', () => {
  const html = readBuilt('auth/index.html');
  expect(html).toMatch(/property="og:title" content="Sign In"/);
  expect(html).toMatch(/name="twitter:card" content="summary_large_image"/);
  expect(html).toMatch(/name="keywords" content="[^"]+"/);
  expect(byUrl.get('/auth')?.canonical).toBe('/auth');
  expect(readBuilt(fallbackFile)).toContain(`<title>${site.name}</title>`);
});

test('sitemap.xml lists every page that is not hidden, once, with its last change', () => {
  const entry = /<loc>https?:\/\/[^/]+([^<]*)<\/loc>(<lastmod>\d{4}-\d\d-\d\d<\/lastmod>)?/g;
  const entries = [...readBuilt('sitemap.xml').matchAll(entry)];
  const listed = entries.map(([, path]) => path).sort();
  const undated = entries.flatMap(([, path, day]) => (day ? [] : (path ?? '')));
  // The contracts have no dates.
  expect(undated.filter((path) => !/^\/docs\/(api|errors)/.test(path))).toEqual([]);
  const open = known.filter(({ page }) => !page.isHidden && !page.isHiddenInSitemap);
  expect(listed).toEqual(open.map(({ url }) => url).sort());
});

test('/sitemap leads to every page of sitemap.xml, itself or by a page that lists more', () => {
  const lists = ['/sitemap', ...Object.keys(pagesBelow)];
  const linked = new Set(lists.flatMap((url) => byUrl.get(url)?.links ?? []));
  const open = known.filter(({ page }) => !page.isHidden && !page.isHiddenInSitemap);
  expect(open.map(({ url }) => url).filter((url) => !linked.has(url))).toEqual([]);
});

/** URLs of the app are requested once each. */
test('every link and anchor of ours leads somewhere', async ({ request }) => {
  const elsewhere = new Map<string, string>();
  const broken: string[] = [];
  for (const { url, ids, links } of builtPages)
    for (const link of links.filter((one) => /^[/#]/.test(one))) {
      const [address = '', anchor] = link.split('#');
      const path = address.split('?')[0] ?? '';
      const target = path === '' ? { ids } : byUrl.get(path);
      if (!target && !isBuiltFile(path)) elsewhere.set(path, url);
      if (target && anchor && !target.ids.has(anchor)) broken.push(`${url} -> ${link}`);
    }
  for (const [path, url] of elsewhere) {
    // Screens behind the sign-in have no file of their own.
    const status = (await request.get(path, { maxRedirects: 0 })).status();
    if (status !== 200) broken.push(`${url} -> ${path} (${status})`);
  }
  expect(broken).toEqual([]);
});

test('the share image of every page renders', async ({ request }) => {
  test.setTimeout(scaledMs(180_000));
  const isView = new Set(listGeneratedPages().map(({ url }) => url));
  // Invalid data and an overloaded server result in an image too.
  const { etag: plain } = (await request.get('/api/og')).headers();
  const check = async ({ url, shareImage }: BuiltPage, visitor: number) => {
    // Views share their layout: their images differ only in their text.
    if (url === '/auth' || isView.has(url)) return;
    // Nobody looks at all of them within a minute: images are limited for each visitor.
    const headers = { 'x-forwarded-for': `198.18.0.${visitor}` };
    const image = (await request.get(shareImage, { headers })).headers();
    expect(image['content-type'], `the image of ${url}`).toBe('image/png');
    expect(image['cache-control'], `the image of ${url}`).toMatch(/^public/);
    expect(image.etag, `the image of ${url}`).not.toBe(plain);
  };
  const waiting = [...builtPages];
  const work = async (visitor: number) => {
    for (let page = waiting.shift(); page; page = waiting.shift()) await check(page, visitor);
  };
  await Promise.all([1, 2, 3].map(work));
});

test('structured data has known types and what they require', () => {
  const faults = builtPages.flatMap(({ url, graph }) =>
    graph.flatMap(findProblems).map((fault) => `${url}: ${fault}`),
  );
  expect(faults).toEqual([]);
  const listTypes = (url: string) => byUrl.get(url)?.graph.map((node) => node['@type']);
  expect(listTypes('/')).toEqual(expect.arrayContaining(['Organization', 'WebSite']));
  expect(listTypes('/services/custom-software')).toEqual(
    expect.arrayContaining(['Service', 'FAQPage', 'BreadcrumbList']),
  );
});

test('the HTML of every page is valid', async () => {
  test.setTimeout(scaledMs(180_000));
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
  const faults: string[] = [];
  for (const { url, html } of builtPages) {
    const { results } = await validator.validateString(html, url);
    for (const { messages } of results)
      for (const { ruleId, message, selector } of messages)
        faults.push(`${url} ${ruleId}: ${message} at ${selector ?? '?'}`);
  }
  expect(faults).toEqual([]);
});
