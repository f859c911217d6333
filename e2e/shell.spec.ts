import { expect, hydrated, signIn, test } from './person.ts';

const small = { width: 390, height: 844 };

test('the drawer of somebody who is signed in says who, and leads on or out', async ({ page }) => {
  const { address } = await signIn(page);
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

test('a menu that is opened before React takes the page over stays open', async ({ page }) => {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await gate;
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
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/bricolage-*.woff2', async (route) => {
    await gate;
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
  openVisitor,
  quiet,
}) => {
  quiet.allow(/status of 404 .*nowhere/);
  const page = await openVisitor({ viewport: small, hasTouch: true, isMobile: true });
  const isHydrated = () =>
    page.evaluate(() =>
      Object.keys(document.querySelector('header') ?? {}).some((key) => key.startsWith('__react')),
    );
  await page.goto('/company/about');
  await expect(page.locator('link[rel=modulepreload][href*="/assets/entry.client-"]')).toHaveCount(
    1,
  );
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
});

test('sections below the first screen are laid out when they come near', async ({
  openVisitor,
}) => {
  const page = await openVisitor({ viewport: small, hasTouch: true, isMobile: true });
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
  await expect.poll(isLaidOut).toBe(true);
  await page.goto('/services/mobile-apps#how-it-works');
  await expect.poll(isLaidOut).toBe(true);
});

test('on a phone, a tap that comes while the scripts are loading is enough', async ({
  openVisitor,
}) => {
  const page = await openVisitor({ viewport: small, hasTouch: true, isMobile: true });
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  const startRequest = page.waitForRequest('**/assets/start-*.js');
  await page.route('**/assets/start-*.js', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/services/saas-paas', { waitUntil: 'commit' });
  await startRequest;
  await page.getByRole('button', { name: 'Fetch the contract' }).tap();
  release();
  await expect(page.getByText('200 OK')).toBeVisible();
});

test('a slow page shows its progress, and the thread completes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/privacy');
  await hydrated(page);
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  // The page's code arrives late, prefetched or not.
  await page.route('**/assets/sitemap-*.js', async (route) => {
    await gate;
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

test('the sidebar is remembered, and is a drawer on a small screen', async ({ page, context }) => {
  await signIn(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Make your first call' })).toBeVisible();
  const sidebar = page.locator('aside');
  await expect(sidebar).toHaveCSS('width', '256px');
  await page.keyboard.press('Control+b');
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
  const readCookie = async () =>
    (await context.cookies()).find(({ name }) => name === 'sidebar_state')?.value;
  await expect.poll(readCookie).toBe('false');
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
  await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCSS('width', '288px');
});

test('the top bar of the site fits between a phone and a desktop', async ({ page }) => {
  // Below a section of the menu, which is in bold there.
  await page.goto('/company/about');
  const banner = page.getByRole('banner');
  for (const width of [768, 1023, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    const talk = (await banner.getByRole('link', { name: 'Talk to us' }).boundingBox())!;
    expect(talk.x + talk.width).toBeLessThan(width - 16);
    for (const name of ['Projects', 'Solutions', 'Company']) {
      await banner.getByRole('button', { name }).click();
      const menu = (await page.locator(`#menu-${name.toLowerCase()}`).boundingBox())!;
      expect(menu.x).toBeGreaterThan(0);
      expect(menu.x + menu.width).toBeLessThanOrEqual(width);
    }
  }
});
