import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './person.ts';

/** Axe finds nothing in both themes, narrow and wide, and nothing is wider than the window. */
export async function lookAt(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [390, 1440])
    for (const theme of ['dark', 'light']) {
      await page.setViewportSize({ width, height: 900 });
      const isTooWide = await page.evaluate((name) => {
        document.documentElement.classList.toggle('light', name === 'light');
        return document.documentElement.scrollWidth > window.innerWidth;
      }, theme);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const faults = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      const at = `${new URL(page.url()).pathname} ${width} ${theme}`;
      expect({ at, isTooWide, faults }).toEqual({ at, isTooWide: false, faults: [] });
    }
  if (before) await page.setViewportSize(before);
}
