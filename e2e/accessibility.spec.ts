import { readdirSync } from 'node:fs';
import path from 'node:path';
import { scaledMs } from '../test/time-limits.ts';
import { findViolations } from './axe.ts';
import { expect, test } from './person.ts';

test.describe.configure({ mode: 'parallel' });

const client = path.resolve(import.meta.dirname, '../build/client');

/** Every prerendered page. */
const printed = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'index.html')
  .map((file) => `/${path.dirname(file)}`.replace('/.', '/').replaceAll(path.sep, '/'))
  .sort();

/** Views of a list differ only in their texts: one of each kind is enough. */
const isLikeAnother = (url: string, at: number) =>
  /^\/(blog\/tags|(projects|docs\/api)\/[^/]+)\/./.test(url) &&
  printed[at - 1]?.startsWith(`${path.dirname(url)}/`);

const pages = printed.filter((url, at) => !isLikeAnother(url, at));
const pagesPerTest = 6;

for (let from = 0; from < pages.length; from += pagesPerTest) {
  const part = pages.slice(from, from + pagesPerTest);
  test(`axe finds nothing in both themes, narrow and wide: ${part.join(' ')}`, async ({
    page,
    quiet,
  }) => {
    test.setTimeout(scaledMs(60_000));
    quiet.allow(/404/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const faults: string[] = [];
    for (const url of part) {
      await page.goto(url);
      faults.push(...(await findViolations(page)));
    }
    expect(faults).toEqual([]);
  });
}
