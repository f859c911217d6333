// Every screen of the dashboard and the console, once: it opens without a message in the console,
// has one heading and a title, axe finds nothing in both themes, and nothing overflows.
import type { Page } from '@playwright/test';
import { findLinkTo, hasParameter, screensBelow } from '../test/screen-paths.ts';
import { scaledMs } from '../test/time-limits.ts';
import { findFaults } from './check-appearance.ts';
import { fillAccount, hasInvoice } from './factories.ts';
import { expect, signIn, test } from './person.ts';

test.describe.configure({ mode: 'parallel', timeout: scaledMs(300_000) });

/** Opens screens one by one. Finds those with parameters by the links on the others. */
async function visitScreens(page: Page, folder: string, more: readonly string[]): Promise<void> {
  const faults: string[] = [];
  const links = new Set<string>();
  const visit = async (address: string) => {
    await page.goto(address);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const title = await page.title();
    if (!title.endsWith(' · Weftline')) faults.push(`${address} is called "${title}"`);
    const hrefs = page.locator('main a[href^="/"]');
    for (const link of await hrefs.evaluateAll((all) => all.map((a) => a.getAttribute('href')!)))
      links.add(new URL(link, page.url()).pathname);
    faults.push(...(await findFaults(page)));
  };
  const screens = screensBelow(folder);
  const known = screens.filter((one) => !hasParameter(one));
  for (const address of [...known, ...more]) await visit(address);
  for (const screen of screens.filter(hasParameter)) {
    if (more.some((address) => findLinkTo(screen, [address]))) continue;
    const found = findLinkTo(
      screen,
      [...links].filter((link) => !known.includes(link)),
    );
    if (screen.endsWith('*')) await visit(screen.replace('*', 'no-such-screen'));
    else if (found) await visit(found);
    else faults.push(`No link leads to ${screen}`);
  }
  expect(faults).toEqual([]);
}

test('the screens of the dashboard are sound', async ({ page }) => {
  const customer = await signIn(page);
  await fillAccount(page, customer);
  await hasInvoice(customer);
  await visitScreens(page, '/dashboard', ['/dashboard/customs/tariff?search=shirt']);
});

test('the screens of the console are sound', async ({ page, openStaff }) => {
  const customer = await signIn(page);
  await fillAccount(page, customer);
  const desk = await openStaff('admin');
  const { id } = await desk.call('POST', 'admin/incidents', {
    title: 'Mails arrive late',
    state: 'investigating',
    message: 'We look for the cause.',
    components: [{ name: 'mail', impact: 'degraded' }],
  });
  await desk.call('POST', `admin/incidents/${id}/updates`, {
    state: 'resolved',
    components: [],
    message: 'They arrive again.',
  });
  await hasInvoice(customer);
  await visitScreens(desk.page, '/admin', [
    `/admin/users/${customer.id}`,
    '/admin/leads?shape=board',
    // Nothing is booked for a provider yet.
    '/admin/payments/clearing/2026-11-01',
    // Its queue may be idle, and then has no link.
    '/admin/system/jobs/mail.deliver',
  ]);
});
