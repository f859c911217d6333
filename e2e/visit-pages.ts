// The public pages in a browser: each is visited once, with all checks on that visit.
import type { Page } from '@playwright/test';
import { listContentPages, notFoundUrl } from '../src/site/pages/content-pages.ts';
import { listGeneratedPages } from '../src/site/pages/generated-pages.ts';
import { findFaults } from './check-appearance.ts';
import { expect, hydrated } from './person.ts';
import { appUrl } from './ports.ts';

const contentPages = listContentPages().filter(({ url }) => url !== notFoundUrl);
const generatedPages = listGeneratedPages();
const unknown = '/no/such/page';

export const allPages = [
  ...[...contentPages, ...generatedPages].map(({ url }) => url),
  '/auth',
  unknown,
];

/** Generated pages of the same folder and depth look alike. */
const toKind = (url: string) => `${/^\/(docs\/)?\w+/.exec(url)?.[0]} ${url.split('/').length}`;

const firstOfEach = (pages: readonly { url: string; kind: string }[]) =>
  pages.filter(({ kind }, at) => pages.findIndex((one) => one.kind === kind) === at);

export const firstOfEachLayout = [
  ...firstOfEach([
    ...contentPages.map(({ url, page }) => ({ url, kind: page.layout })),
    ...generatedPages.map(({ url }) => ({ url, kind: toKind(url) })),
  ]).map(({ url }) => url),
  '/customs',
  '/pricing/api',
  '/status',
  '/auth',
  unknown,
];

/**
 * Each page is served, has one heading, is not wider than its window, asks no other site for
 * anything, and axe finds nothing.
 */
export async function visitPages(
  page: Page,
  quiet: { allow(pattern: RegExp): void },
  urls: readonly string[],
): Promise<void> {
  quiet.allow(/status of 404/);
  const faults: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(appUrl)) faults.push(`${page.url()} asks ${request.url()}`);
  });
  for (const url of urls) {
    const response = await page.goto(url);
    const expected = url === unknown ? 404 : 200;
    if (response?.status() !== expected) faults.push(`${url} is ${response?.status()}`);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    faults.push(...(await findFaults(page)));
  }
  expect(faults).toEqual([]);
}
