import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, resetBrowser } from '#test/browser/screens.tsx';
import type { SitemapCategory } from '../routes/route-table.ts';
import { SiteMap } from './SiteMap.tsx';

beforeEach(resetBrowser);
afterEach(resetBrowser);

function open(lengths: Readonly<Record<string, number>>) {
  const categories = Object.entries(lengths).map(([name, length]) => ({
    name,
    description: '',
    routePaths: Array.from({ length }, (_, at) => (at === 0 ? `/${name}` : `/${name}/${at}`)),
  }));
  return show(categories);
}

function show(categories: readonly SitemapCategory[]) {
  const totalPages = categories.reduce((sum, { routePaths }) => sum + routePaths.length, 0);
  const sitemap = { categories, totalPages, totalCategories: categories.length };
  return renderScreen('/sitemap', [
    { path: '/sitemap', element: () => <SiteMap sitemap={sitemap} /> },
  ]);
}

const listedOf = (name: string) =>
  page.getByRole('region', { name }).getByRole('listitem').all().length;

test('the largest category is cut, and its own page leads to the others', async () => {
  await open({ blog: 251, docs: 30 });
  await expect.element(page.getByText('281 pages in 2 categories')).toBeVisible();
  expect([listedOf('blog'), listedOf('docs')]).toEqual([85, 30]);
  const all = page.getByRole('link', { name: 'All 251 pages of blog' });
  await expect.element(all).toHaveAttribute('href', '/blog');
});

test('categories of the same size are cut alike', async () => {
  await open({ blog: 100, docs: 90, company: 5 });
  expect([listedOf('blog'), listedOf('docs'), listedOf('company')]).toEqual([55, 55, 5]);
});

test('all pages are listed while they are few', async () => {
  await open({ blog: 100, docs: 15 });
  expect([listedOf('blog'), listedOf('docs')]).toEqual([100, 15]);
  await expect.element(page.getByRole('link', { name: /^All/ })).not.toBeInTheDocument();
});

test('a category without a page of its own is listed whole', async () => {
  const routePaths = Array.from({ length: 130 }, (_, at) => `/${at}`);
  await show([{ name: 'main', description: '', routePaths }]);
  expect(listedOf('main')).toBe(130);
});
