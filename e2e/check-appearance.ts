import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

type Axe = { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { html: string }[] };

const { resolve } = createRequire(import.meta.resolve('@axe-core/playwright'));
const axeSource = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

/** A theme changes colours only: after the first, only their rule has to run again. */
const looks = [
  { width: 390, theme: 'dark', options: {} },
  { width: 1440, theme: 'light', options: { runOnly: ['color-contrast'] } },
];
/** 320 px are a page of 1280 px at a zoom of 400 %. */
const widths = [320, 390, 1440];

/**
 * What is wrong with the look of a page: what axe reports in both themes, narrow and wide, and
 * content that is wider than the window. Leaves the page light and wide.
 */
export async function findFaults(page: Page): Promise<string[]> {
  const { pathname } = new URL(page.url());
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const measure = () => page.evaluate(() => document.documentElement.scrollWidth);
    // Charts adapt to the new width.
    await expect
      .poll(measure)
      .toBeLessThanOrEqual(width)
      .catch(async () => faults.push(`${pathname} is ${await measure()} px wide at ${width}`));
    for (const { theme, options } of looks.filter((look) => look.width === width)) {
      await page.evaluate(
        (name) => document.documentElement.classList.toggle('light', name === 'light'),
        theme,
      );
      for (const { id, nodes } of await runAxe(page, options))
        faults.push(`${pathname} ${width} ${theme} ${id}: ${nodes[0]?.html}`);
    }
  }
  return faults;
}

export async function checkAppearance(page: Page): Promise<void> {
  const before = page.viewportSize();
  expect(await findFaults(page)).toEqual([]);
  if (before) await page.setViewportSize(before);
}

async function runAxe(page: Page, options: object): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (more) => {
    const { axe } = window as unknown as { axe: Axe };
    return (
      await axe.run(document, {
        resultTypes: ['violations'],
        selectors: false,
        ...more,
      })
    ).violations;
  }, options);
}
