// All pages of the site, some per test: a test that fails names few of them.
import { scaledMs } from '../test/time-limits.ts';
import { test } from './person.ts';
import { allPages, visitPages } from './visit-pages.ts';

test.describe.configure({ mode: 'parallel', timeout: scaledMs(120_000) });

const pagesPerTest = 24;

for (let from = 0; from < allPages.length; from += pagesPerTest) {
  const part = allPages.slice(from, from + pagesPerTest);
  test(`pages are sound from ${part[0]} to ${part.at(-1)}`, async ({ page, quiet }) => {
    await visitPages(page, quiet, part);
  });
}
