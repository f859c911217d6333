import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Axe = { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { html: string }[] };

const widths = [390, 1440];
/** A theme changes colours only: after the first, only their rule has to run again. */
const themes = [
  { theme: 'dark', options: {} },
  { theme: 'light', options: { runOnly: ['color-contrast'] } },
];

/**
 * What axe reports of a page in both themes, narrow and wide. `check` runs before each look. Leaves
 * the page light and wide.
 */
export async function findViolations(
  page: Page,
  check: (look: string, width: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const { theme, options } of themes) {
      const look = `${new URL(page.url()).pathname} ${width} ${theme}`;
      await page.evaluate(
        (name) => document.documentElement.classList.toggle('light', name === 'light'),
        theme,
      );
      await check(look, width);
      for (const { id, nodes } of await runAxe(page, options))
        faults.push(`${look} ${id}: ${nodes[0]?.html}`);
    }
  }
  return faults;
}

async function runAxe(page: Page, options: object): Promise<Violation[]> {
  // The builder loads axe into the page; running it from there for each look is much faster.
  if (!(await page.evaluate(() => 'axe' in window)))
    await new AxeBuilder({ page }).setLegacyMode().withRules(['document-title']).analyze();
  return page.evaluate(async (more) => {
    const { axe } = window as unknown as { axe: Axe };
    return (await axe.run(document, { resultTypes: ['violations'], ...more })).violations;
  }, options);
}
