// Every screen without a parameter of the dashboard and the console, as the route table lists them:
// axe finds nothing in both themes, narrow and wide, and nothing overflows. Journeys look at records.
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '../src/routes.ts';
import { scaledMs } from '../test/time-limits.ts';
import { checkAppearance } from './check-appearance.ts';
import { expect, signIn, test, uniqueEmail } from './person.ts';
import { signInStaff } from './staff.ts';

const listPaths = (entries: readonly RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path: own, children = [] }) => {
    const here = own === undefined ? above : `${above}/${own}`;
    return [...(own === undefined ? [] : [here]), ...listPaths(children, here)];
  });
const screens = [...new Set(listPaths(routes))].filter((one) => !/[:*]/.test(one));
const screensPerTest = 6;

for (const folder of ['/dashboard', '/admin']) {
  const all = screens.filter((one) => one === folder || one.startsWith(`${folder}/`));
  test(`the route table has screens in ${folder}`, () => {
    expect(all.length).toBeGreaterThan(10);
  });
  for (let from = 0; from < all.length; from += screensPerTest) {
    const part = all.slice(from, from + screensPerTest);
    test(`screens are sound: ${part.join(' ')}`, async ({ page }) => {
      test.setTimeout(scaledMs(180_000));
      if (folder === '/admin') await signInStaff(page, 'boss');
      else await signIn(page, uniqueEmail());
      for (const screen of part) {
        await page.goto(screen);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await checkAppearance(page);
      }
    });
  }
}
