import type { Page } from '@playwright/test';
import { expect, hydrated, openVisitor, signIn, test, uniqueEmail } from './person.ts';

const small = { width: 390, height: 844 };
const themeOf = (page: Page) =>
  page.evaluate(() => (document.documentElement.classList.contains('light') ? 'light' : 'dark'));

test('the drawer is used by keyboard alone on a small screen', async ({ page }) => {
  await page.setViewportSize(small);
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Search' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByText('Sign in to access your dashboard')).toBeVisible();
  await expect(drawer.getByRole('link').first()).toHaveText('Talk to us');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(drawer).toBeVisible();
  const section = drawer.locator('summary', { hasText: 'Services' });
  const link = drawer.getByRole('link', { name: 'Custom software' });
  await expect(link).toBeHidden();
  await section.focus();
  await page.keyboard.press('Enter');
  await expect(link).toBeVisible();
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/services\/custom-software$/);
  await expect(drawer).toBeHidden();
});

test('the drawer of somebody who is signed in says who, and leads on or out', async ({ page }) => {
  const address = uniqueEmail();
  await signIn(page, address);
  await page.setViewportSize(small);
  await page.goto('/');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByText('Signed in as')).toBeVisible();
  await expect(drawer.getByText(address)).toBeVisible();
  await expect(drawer.getByText('Active', { exact: true })).toBeVisible();
  await expect(drawer.getByText('Sign in to access your dashboard')).toBeHidden();
  const settings = drawer.getByRole('link', { name: 'Profile Settings' });
  await expect(settings).toHaveAttribute('href', '/dashboard/profile');
  await drawer.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
});

test('the footer is full, compact on a small screen, and minimal at the sign-in', async ({
  page,
}) => {
  const footer = page.locator('footer');
  const year = `© ${new Date().getUTCFullYear()} Weftline`;
  await page.goto('/');
  await expect(footer.getByText('Building the Future of AI')).toBeVisible();
  await expect(footer.getByText(year).locator('visible=true')).toHaveCount(1);
  await expect(footer.getByRole('link', { name: 'Made by Weftline' })).toHaveAttribute('href', '/');
  await expect(footer.getByRole('link', { name: 'Docs', exact: true }).first()).toHaveAttribute(
    'href',
    '/docs',
  );
  await expect(footer.getByRole('navigation', { name: 'Services links' })).toBeVisible();
  for (const name of ['Privacy Policy', 'Terms of Service', 'Security', 'Cookies'])
    await expect(footer.getByRole('link', { name, exact: true }).first()).toBeVisible();

  await page.setViewportSize(small);
  await expect(footer.getByText('Building the Future of AI')).toBeHidden();
  await expect(footer.getByRole('link', { name: 'Privacy', exact: true })).toBeVisible();
  await expect(footer.getByRole('navigation', { name: 'Services links' })).toBeHidden();
  await expect(footer.getByText(year).locator('visible=true')).toHaveCount(1);

  await page.goto('/auth');
  await expect(footer.getByText(year)).toBeVisible();
  await expect(footer.getByRole('link')).toHaveCount(0);
});

test('a menu that is opened before React takes the page over stays open', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/boot-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.setViewportSize(small);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.locator('summary', { hasText: 'Services' }).click();
  release();
  await hydrated(page);
  await expect(drawer.getByRole('link', { name: 'Custom software' })).toBeVisible();
  await drawer.getByRole('link', { name: 'Custom software' }).click();
  await expect(page).toHaveURL(/\/services\/custom-software$/);
  await expect(drawer).toBeHidden();
});

test('a late face brings the headline without moving a word', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/bricolage-*.woff2', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/company/about', { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  await page.keyboard.press('Shift');
  await hydrated(page);
  const isLate = () =>
    page.evaluate(() => [...document.fonts].some(({ family }) => family.includes('Late')));
  expect(await isLate()).toBe(false);
  release();
  await expect.poll(isLate).toBe(true);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
});

test('on a phone, a page that is only read leaves its scripts until the first touch', async ({
  browser,
}) => {
  const page = await openVisitor(browser, { viewport: small, hasTouch: true, isMobile: true });
  const isHydrated = () =>
    page.evaluate(() =>
      Object.keys(document.querySelector('header') ?? {}).some((key) => key.startsWith('__react')),
    );
  await page.goto('/company/about');
  await expect(page.locator('link[rel=modulepreload][href*="/assets/boot-"]')).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  expect(await isHydrated()).toBe(false);
  await expect(page.locator('html')).toHaveAttribute('data-lazy');
  await page.getByRole('button', { name: 'Open the menu' }).tap();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await hydrated(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-lazy');

  // What scripts complete does not wait: a prefilled form, the current prices, a wrong address.
  for (const address of ['/company/contact?about=pricing', '/pricing/api', '/auth', '/nowhere']) {
    await page.goto(address);
    await hydrated(page);
  }
  await page.context().close();
});

test('sections below the first screen are laid out when they come near', async ({ browser }) => {
  const page = await openVisitor(browser, { viewport: small, hasTouch: true, isMobile: true });
  const last = page.locator('main > section').last();
  const isLaidOut = () =>
    last.evaluate((section) =>
      section.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }),
    );
  await page.goto('/services/custom-software');
  expect(await isLaidOut()).toBe(false);
  await last.scrollIntoViewIfNeeded();
  await expect.poll(isLaidOut).toBe(true);

  // Not where the visitor goes to a place in the page.
  await page.reload();
  expect(await isLaidOut()).toBe(true);
  await page.goto('/services/mobile-apps#how-it-works');
  expect(await isLaidOut()).toBe(true);
});

test('on a phone, a tap that comes while the scripts are loading is enough', async ({
  browser,
}) => {
  const page = await openVisitor(browser, { viewport: small, hasTouch: true, isMobile: true });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const asked = page.waitForRequest('**/assets/start-*.js');
  await page.route('**/assets/start-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/services/saas-paas', { waitUntil: 'commit' });
  await asked;
  await page.getByRole('button', { name: 'Fetch the contract' }).tap();
  release();
  await expect(page.getByText('200 OK')).toBeVisible();
  await page.context().close();
});

test('a dropdown opens, moves by arrows, closes by Escape and leads on', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const button = page.getByRole('button', { name: 'Company' });
  await button.focus();
  await page.keyboard.press('Enter');
  const panel = page.locator('#menu-company');
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('link', { name: /^Blog What we decided/ })).toBeVisible();
  const [below, at] = await Promise.all([panel.boundingBox(), button.boundingBox()]);
  expect(Math.abs(below!.x - at!.x)).toBeLessThan(40);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/company\/about$/);
  await expect(panel).toBeHidden();
});

test('the exact page alone is marked in the menu', async ({ page }) => {
  await page.goto('/company/about');
  const marked = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]');
  await expect(marked).toHaveCount(1);
  await expect(marked).toHaveAttribute('href', '/company/about');
});

test('the theme is dark at first, whatever the system says, and kept when changed', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  expect(await themeOf(page)).toBe('dark');
  await page.getByRole('button', { name: 'Use the light theme' }).click();
  await expect.poll(() => themeOf(page)).toBe('light');
  await page.reload();
  expect(await themeOf(page)).toBe('light');
  await hydrated(page);
  expect(await themeOf(page)).toBe('light');
});

test('menus open and pages change with JavaScript off', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Services' }).click();
  await page
    .locator('#menu-services')
    .getByRole('link', { name: /^Custom software/ })
    .click();
  await expect(page).toHaveURL(/\/services\/custom-software$/);
  await page.locator('details').filter({ hasText: 'How is it priced?' }).locator('summary').click();
  await expect(page.getByText('We quote each step before it starts')).toBeVisible();

  await page.setViewportSize(small);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('dialog').locator('summary', { hasText: 'Company' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL(/\/company\/contact$/);
  await context.close();
});

test('a slow page shows its progress, and the thread completes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/privacy');
  await hydrated(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  // The page's code arrives late, prefetched or not.
  await page.route('**/assets/sitemap-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const bar = page.getByRole('progressbar', { name: 'Loading the page' });
  const drawn = () =>
    bar.evaluate((element) => element.getBoundingClientRect().width / window.innerWidth);
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/sitemap"]')?.click());
  await expect.poll(drawn).toBeGreaterThan(0.2);
  expect(await drawn()).toBeLessThanOrEqual(0.91);
  release();
  await expect(page).toHaveURL(/\/sitemap$/);
  await expect(page.locator('[data-progress=done]')).toHaveCount(1);
  const complete = await page
    .locator('[data-progress=done]')
    .evaluate((element) => element.getBoundingClientRect().width / window.innerWidth);
  expect(complete).toBe(1);
});

test('a page is fetched ahead once a link to it comes near', async ({ page }) => {
  await page.setViewportSize(small);
  await page.goto('/privacy');
  await hydrated(page);
  const link = page.locator('footer a[href="/terms"]:visible');
  const { y } = (await link.boundingBox())!;
  const fetched = (name: string) => page.locator(`link[href*="/assets/${name}-"]`).count();
  const comeWithin = (px: number) =>
    page.evaluate((top) => window.scrollTo(0, top), y - small.height - px);
  await comeWithin(260);
  expect(await fetched('terms')).toBe(0);
  await comeWithin(180);
  await expect.poll(() => fetched('terms')).toBeGreaterThan(0);
});

test('a page shows live answers of the API', async ({ page }) => {
  await page.goto('/services/saas-paas');
  await page.getByRole('button', { name: 'Fetch the contract' }).click();
  await expect(page.getByText('200 OK')).toBeVisible();
  await expect(page.getByText('"openapi"')).toBeVisible();
  await page.getByRole('button', { name: 'Fetch the plans' }).click();
  await expect(page.getByText('200 OK')).toHaveCount(2);
});

test('an unknown address suggests the page that was meant', async ({ page, quiet }) => {
  quiet.allow(/404/);
  await page.goto('/company/contakt');
  await expect(page.getByRole('heading', { name: 'Did you mean one of these?' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Contact' }).first().click();
  await expect(page).toHaveURL(/\/company\/contact$/);
});

test('toasts are reached by F8 and dismissed by keyboard; the sidebar is remembered', async ({
  page,
  context,
}) => {
  await signIn(page, uniqueEmail());
  const sidebar = page.locator('aside');
  await expect(sidebar).toHaveCSS('width', '256px');
  await page.keyboard.press('Control+b');
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
  const readCookie = async () =>
    (await context.cookies()).find(({ name }) => name === 'sidebar_state');
  await expect.poll(async () => (await readCookie())?.value).toBe('false');
  const cookie = await readCookie();
  expect(cookie!.expires - Date.now() / 1000).toBeGreaterThan(604_800 - 60);
  expect(cookie!.expires - Date.now() / 1000).toBeLessThanOrEqual(604_800);
  await page.reload();
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Profile' })
    .hover();
  await expect(page.getByRole('tooltip', { name: 'Profile' })).toBeVisible();
  await page.keyboard.press('Control+b');
  await expect(sidebar).toHaveAttribute('data-state', 'expanded');

  await page.setViewportSize(small);
  await page.keyboard.press('Control+b');
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toHaveCSS('width', '288px');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const toast = page.getByText('Successfully logged out', { exact: true }).first();
  await expect(toast).toBeVisible();
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
});
