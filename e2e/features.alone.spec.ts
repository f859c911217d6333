// Runs alone: what is switched off here is off for every other journey, too.
import { scaledMs } from '../test/time-limits.ts';
import { checkAppearance } from './check-appearance.ts';
import { expect, signIn, test, uniqueEmail } from './person.ts';
import { openStaff } from './staff.ts';

test('what staff switch off is said before the form, until it is on again', async ({
  page,
  browser,
}) => {
  const desk = await openStaff(browser, 'boss');
  test.setTimeout(scaledMs(90_000));
  await signIn(page, uniqueEmail());
  const entry = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', {
    name: /switched off: Duty calculations/,
  });
  await desk.goto('/admin/system/features');
  await desk.getByRole('button', { name: /^Switch off ?: Duty calculations/ }).click();
  await desk.getByLabel('Notice for customers').fill('Wrong rates for Georgia.');
  await desk.getByLabel('Reason').fill('Ticket 1004');
  await desk.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  const on = desk.getByRole('button', { name: /^Switch on ?: Duty calculations/ });
  await expect(on).toBeVisible();
  try {
    await page.goto('/dashboard/customs/vehicle');
    await expect(page.getByText('Switched off for now: Duty calculations')).toBeVisible();
    await expect(page.getByText('Wrong rates for Georgia.')).toBeVisible();
    await expect(entry).toBeVisible();
    await checkAppearance(page);
  } finally {
    await on.click();
    await desk.getByLabel('Reason').fill('The rates are right');
    await desk.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
    await expect(on).toBeHidden();
  }
  const known = page.waitForResponse('**/apix/features/');
  await page.reload();
  await known;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(entry).toHaveCount(0);
  await desk.context().close();
});
