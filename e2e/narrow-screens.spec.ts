// At 320 px, the width of a 1280 px page at a zoom of 400 %.

import type { APIRequestContext, Page } from '@playwright/test';
import { petrolCar } from '../test/factories/petrol-car.ts';
import { hasParameter, screensBelow } from '../test/screen-paths.ts';
import { scaledMs } from '../test/time-limits.ts';
import { expect, openVisitor, signIn, test, uniqueEmail } from './person.ts';
import { openStaff } from './staff.ts';
import { topUp } from './top-up.ts';

const width = 320;

const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/?#]+')}(\\?.*)?$`);

/** Makes objects over the API, as who is signed in on the page. */
async function openApi(page: Page, request: APIRequestContext) {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  const headers = { authorization: `Bearer ${token}` };
  return async (path: string, data: object): Promise<{ id?: string }> => {
    const answer = await request.post(`/apix/${path}/`, { headers, data });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(201);
    return answer.json();
  };
}

/** One object of each kind with its own screen. */
async function fillAccount(page: Page, request: APIRequestContext): Promise<void> {
  const make = await openApi(page, request);
  await topUp(page, 120);
  await make('billing/subscriptions', { tariff: 'pro' });
  await make('webhooks/endpoints', { url: 'http://127.0.0.1:9/events' });
  await make('payments/withdrawals', {
    ...{ amount: '20', destination: 'bank', holder: 'Ada Lovelace' },
    iban: 'DE89370400440532013000',
  });
  await make('payments/payments', { amount: '40', pay_currency: 'btc' });
  await make('support/tickets', { subject: 'A very long subject of one ticket', message: 'Hello' });
  await make('data_proxy/resources', { name: 'narrow', target_hosts: ['example.com'] });
  await make('data_customs/vehicle-calculation', petrolCar);
  await make('leads/leads/submit', {
    name: 'Robin Sample',
    email: uniqueEmail(),
    message: 'We need duties at the checkout of our shop.',
    site_url: 'http://127.0.0.1/company/contact',
    elapsed_ms: 4000,
  });
  // A job writes the invoice of the plan within a minute.
  await expect(async () => {
    await page.goto('/dashboard/invoices');
    await expect(page.getByRole('link', { name: /^INV-/ }).first()).toBeAttached();
  }).toPass({ timeout: scaledMs(90_000) });
}

/** Opens a screen and returns its problems. */
async function findProblems(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  const faults: string[] = [];
  const measure = () => page.evaluate(() => document.documentElement.scrollWidth);
  // Charts adapt to the new width.
  await expect
    .poll(measure)
    .toBeLessThanOrEqual(width)
    .catch(async () => faults.push(`${path} is ${await measure()} px wide`));
  const title = await page.title();
  if (!title.endsWith(' · Weftline')) faults.push(`${path} is called "${title}"`);
  return faults;
}

/** Finds screens with parameters by the links on other screens, and by `more`. */
async function openScreens(page: Page, folder: string, more: readonly string[] = []) {
  const screens = screensBelow(folder);
  const faults: string[] = [];
  const links = new Set<string>(more);
  const open = async (path: string) => {
    faults.push(...(await findProblems(page, path)));
    for (const link of await page.locator('main a[href^="/"]').all())
      links.add((await link.getAttribute('href')) ?? '');
  };
  const known = screens.filter((one) => !hasParameter(one));
  for (const path of [...known, ...more]) await open(path);
  for (const path of screens.filter(hasParameter)) {
    const pattern = patternOf(path);
    const found = [...links].find((one) => pattern.test(one) && !known.includes(one));
    if (path.endsWith('*')) await open(path.replace('*', 'no-such-screen'));
    else if (!found) faults.push(`No link leads to ${path}`);
    else if (!more.includes(found)) await open(found);
  }
  expect(faults).toEqual([]);
}

test('every screen of the dashboard fits into 320 px', async ({ page, request }) => {
  test.setTimeout(scaledMs(240_000));
  await page.setViewportSize({ width, height: 700 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, uniqueEmail());
  await fillAccount(page, request);
  await openScreens(page, '/dashboard', ['/dashboard/customs/tariff?search=shirt']);
});

test('every screen of the console fits into 320 px', async ({ page, browser, request }) => {
  test.setTimeout(scaledMs(300_000));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const customer = uniqueEmail();
  await signIn(page, customer);
  await fillAccount(page, request);
  const desk = await openStaff(browser, 'boss');
  await desk.setViewportSize({ width, height: 700 });
  await desk.goto(`/admin/users?search=${encodeURIComponent(customer)}`);
  const make = await openApi(desk, request);
  const components = [{ name: 'mail', impact: 'degraded' }];
  const { id } = await make('admin/incidents', {
    title: 'Mails arrive late',
    state: 'investigating',
    components,
    message: 'We look for the cause.',
  });
  await make(`admin/incidents/${id}/updates`, {
    state: 'resolved',
    components: [],
    message: 'They arrive again.',
  });
  const link = desk.getByRole('link', { name: customer });
  const user = (await link.getAttribute('href'))!;
  // Its queue may be idle, and then has no link.
  await openScreens(desk, '/admin', [user, '/admin/system/jobs/mail.deliver']);
  await desk.context().close();
});

/** One page of each kind. */
const sitePages = [
  '/',
  '/auth',
  '/services',
  '/services/custom-software',
  '/solutions/payment-gateways',
  '/industries/enterprise',
  '/projects',
  '/projects/vehicle-import-calculator',
  '/projects/dealer-lot-pwa',
  '/pricing',
  '/pricing/api',
  '/company/about',
  '/company/contact',
  '/company/platform',
  '/docs',
  '/docs/keys',
  '/blog',
  '/blog/double-entry-ledger-in-postgresql',
  '/customs',
  '/customs/australia',
  '/customs/lithuania/vehicles',
  '/customs/lithuania/vehicles/motorcycle',
  '/search?q=duty',
  '/sitemap',
  '/privacy',
  '/no-such-page',
];

test('no page of the site is wider than its window, from 320 to 2560 px', async ({ browser }) => {
  test.setTimeout(scaledMs(120_000));
  const page = await openVisitor(browser);
  const tooWide: string[] = [];
  for (const path of sitePages) {
    await page.goto(path);
    for (const width of [320, 390, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
      if (scrolled > width) tooWide.push(`${path} at ${width}: ${scrolled}`);
    }
  }
  expect(tooWide).toEqual([]);
  await page.context().close();
});

test('the menu of the site fits into 320 px', async ({ browser }) => {
  const page = await openVisitor(browser);
  await page.setViewportSize({ width, height: 700 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const drawer = await page.getByRole('dialog', { name: 'Menu' }).boundingBox();
  expect(drawer!.x).toBeGreaterThan(0);
  await page.context().close();
});

test('the top bar of the site fits between a phone and a desktop', async ({ browser }) => {
  const page = await openVisitor(browser);
  for (const width of [768, 1023, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    // Below a section of the menu, which is in bold there.
    await page.goto('/company/about');
    const talk = page.getByRole('banner').getByRole('link', { name: 'Talk to us' });
    const { x, width: talkWidth } = (await talk.boundingBox())!;
    expect(x + talkWidth).toBeLessThan(width - 16);
    for (const name of ['Projects', 'Solutions', 'Company']) {
      await page.getByRole('banner').getByRole('button', { name }).click();
      const menu = (await page.locator(`#menu-${name.toLowerCase()}`).boundingBox())!;
      expect(menu.x).toBeGreaterThan(0);
      expect(menu.x + menu.width).toBeLessThanOrEqual(width);
    }
  }
  await page.context().close();
});
