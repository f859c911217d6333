import type { Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { expect } from './person.ts';

/** Axe reports no violation in both themes, narrow and wide, and nothing overflows the window. */
export async function checkAppearance(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Charts adapt to the new width.
  const faults = await findViolations(page, (look, width) =>
    expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: look })
      .toBeLessThanOrEqual(width),
  );
  expect(faults).toEqual([]);
  if (before) await page.setViewportSize(before);
}
