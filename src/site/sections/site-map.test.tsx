import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, resetBrowser } from '#test/browser/screens.tsx';
import { buildSitemap, type Sitemap } from '../routes/route-table.ts';
import { SiteMap } from './SiteMap.tsx';

beforeEach(resetBrowser);
afterEach(resetBrowser);

function open(sitemap?: Sitemap, below?: Record<string, number>) {
  const element = () => <SiteMap sitemap={sitemap} below={below} />;
  return renderScreen('/sitemap', [{ path: '/sitemap', element }]);
}

function sitemapWith(lengths: Readonly<Record<string, number>>): Sitemap {
  const categories = Object.entries(lengths).map(([name, length]) => ({
    name,
    description: '',
    routePaths: Array.from({ length }, (_, at) => (at === 0 ? `/${name}` : `/${name}/${at}`)),
  }));
  const totalPages = categories.reduce((sum, { routePaths }) => sum + routePaths.length, 0);
  return { categories, totalPages, totalCategories: categories.length };
}

const listEntries = (name: string) =>
  page.getByRole('region', { name }).getByRole('listitem').elements();

test('the number of pages is that of the links and of the pages that they list', async () => {
  await open();
  const [, total = ''] = /^([\d,]+) pages in/m.exec(document.body.innerText) ?? [];
  const entries = [...document.querySelectorAll('section li')];
  const links = entries.map((entry) => entry.querySelector('a')?.getAttribute('href'));
  expect(links).toEqual(buildSitemap().categories.flatMap(({ routePaths }) => routePaths));
  const listed = entries.map(
    ({ textContent }) => /Lists ([\d,]+) more page/.exec(textContent)?.[1],
  );
  const sum = listed.reduce((all, count = '0') => all + Number(count.replace(',', '')), 0);
  expect(Number(total.replace(',', ''))).toBe(links.length + sum);
});

test('pages below an entry are counted in its category', async () => {
  await open(sitemapWith({ docs: 2, company: 1 }), { '/docs/1': 40 });
  await expect.element(page.getByText('43 pages in 2 categories')).toBeVisible();
  const docs = page.getByRole('region', { name: 'docs' });
  await expect.element(docs.getByText('42 pages')).toBeVisible();
  await expect.element(docs.getByText('Lists 40 more pages')).toBeVisible();
});

test('every page is listed, however many there are', async () => {
  await open(sitemapWith({ blog: 251, docs: 30, main: 130 }), {});
  await expect.element(page.getByText('411 pages in 3 categories')).toBeVisible();
  expect(['blog', 'docs', 'main'].map((name) => listEntries(name).length)).toEqual([251, 30, 130]);
});
