import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './person.ts';

/** Axe reports no violation in both themes, narrow and wide, and nothing overflows the window. */
export async function checkAppearance(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [390, 1440])
    for (const theme of ['dark', 'light']) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(
        (name) => document.documentElement.classList.toggle('light', name === 'light'),
        theme,
      );
      const at = `${new URL(page.url()).pathname} ${width} ${theme}`;
      // Charts adapt to the new width.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: at })
        .toBeLessThanOrEqual(width);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const faults = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      expect({ at, faults }).toEqual({ at, faults: [] });
    }
  if (before) await page.setViewportSize(before);
}
