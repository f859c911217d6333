// Every screen of the dashboard and the console without a parameter: axe finds nothing in both
// themes, narrow and wide, and nothing overflows. Journeys look at the screens of single records.

import { hasParameter, screensBelow } from '../test/screen-paths.ts';
import { scaledMs } from '../test/time-limits.ts';
import { checkAppearance } from './check-appearance.ts';
import { expect, signIn, test, uniqueEmail } from './person.ts';
import { signInStaff } from './staff.ts';

const screensPerTest = 6;
const shapes = ['/admin/leads?shape=board', '/admin/system/jobs/mail.deliver'];

const customer = screensBelow('/dashboard').filter((path) => !hasParameter(path));
const staff = [...screensBelow('/admin').filter((path) => !hasParameter(path)), ...shapes];

test('the route table has screens', () => {
  expect(Math.min(customer.length, staff.length)).toBeGreaterThan(10);
});

for (const all of [customer, staff])
  for (let from = 0; from < all.length; from += screensPerTest) {
    const part = all.slice(from, from + screensPerTest);
    test(`screens are sound: ${part.join(' ')}`, async ({ page }) => {
      test.setTimeout(scaledMs(180_000));
      if (all === staff) await signInStaff(page, 'boss');
      else await signIn(page, uniqueEmail());
      for (const screen of part) {
        await page.goto(screen);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await checkAppearance(page);
      }
    });
  }
