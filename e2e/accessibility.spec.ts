import { readdirSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { scaledMs } from '../test/time-limits.ts';
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
  /^\/(blog\/tags|projects\/[^/]+)\/./.test(url) && printed[at - 1]?.startsWith(path.dirname(url));

const pages = printed.filter((url, at) => !isLikeAnother(url, at));
const pagesPerTest = 6;

type Axe = { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { html: string }[] };

/** Themes differ in colours only: in the second theme only the contrast rule has to run. */
const looks = [
  { theme: 'dark', options: {} },
  { theme: 'light', options: { runOnly: ['color-contrast'] } },
];

async function violationsOf(page: Page, url: string): Promise<string[]> {
  const faults: string[] = [];
  await page.goto(url);
  // Loads axe into the page, for the runs below.
  await new AxeBuilder({ page }).setLegacyMode().withRules(['document-title']).analyze();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const { theme, options } of looks) {
      const violations = await page.evaluate(
        async ([name, more]) => {
          document.documentElement.classList.toggle('light', name === 'light');
          const { axe } = window as unknown as { axe: Axe };
          return (await axe.run(document, { resultTypes: ['violations'], ...more })).violations;
        },
        [theme, options] as const,
      );
      for (const { id, nodes } of violations)
        faults.push(`${url} ${width} ${theme} ${id}: ${nodes[0]?.html}`);
    }
  }
  return faults;
}

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
    for (const url of part) faults.push(...(await violationsOf(page, url)));
    expect(faults).toEqual([]);
  });
}
