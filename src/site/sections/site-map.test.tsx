import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, resetBrowser } from '#test/browser/screens.tsx';
import { SiteMap } from './SiteMap.tsx';

beforeEach(resetBrowser);
afterEach(resetBrowser);

function open(count: number, first = '/blog') {
  const routePaths = [first, ...Array.from({ length: count - 1 }, (_, at) => `/blog/${at}`)];
  const category = { name: 'Blog', description: 'Articles', routePaths };
  const sitemap = { categories: [category], totalPages: count, totalCategories: 1 };
  return renderScreen('/sitemap', [
    { path: '/sitemap', element: () => <SiteMap sitemap={sitemap} /> },
  ]);
}

test('80 pages of a category are listed, and its own page leads to the others', async () => {
  await open(251);
  await expect.element(page.getByText('251 pages in 1 category')).toBeVisible();
  expect(page.getByRole('listitem').all()).toHaveLength(80);
  const all = page.getByRole('link', { name: 'All 251 pages of Blog' });
  await expect.element(all).toHaveAttribute('href', '/blog');
});

test('a category of 80 pages is listed whole', async () => {
  await open(80);
  expect(page.getByRole('listitem').all()).toHaveLength(80);
  await expect.element(page.getByRole('link', { name: /All 80/ })).not.toBeInTheDocument();
});

test('a category without a page of its own is listed whole', async () => {
  await open(90, '/blog/first');
  expect(page.getByRole('listitem').all()).toHaveLength(90);
});
