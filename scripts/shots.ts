// Takes screenshots of all pages and screens in both themes and at both widths: `npm run shots
// [WORD ...]`, where words select by address. BASE_URL may name a running server with demo data.
import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { launchOptions } from '#test/browser/chromium.ts';
import { findLinkTo, hasParameter, screensBelow } from '#test/screen-paths.ts';
import { listPrintedPaths } from './build/printed-paths.ts';
import {
  demoCustomer,
  demoStaff,
  openScreen,
  requestCode,
  signIn,
  startDemoApp,
} from './demo-app.ts';

const output = process.env.SHOTS_DIR ?? path.join(os.tmpdir(), 'weftline-shots');
const widths = [390, 1440];
const themes = ['dark', 'light'];
/** The prerendered pages; one of them for every unknown address. */
const publicPaths = listPrintedPaths().map((url) => url.replace('/404', '/company/contakt'));

/** Screens for signed-in users: all others of src/routes.ts. */
const screenPaths = ['/dashboard', '/admin'].flatMap(screensBelow);
/** Screenshots per contact sheet; full pages are scaled down to this width. */
const sheet = { pictures: 6, width: 480, height: 1400, gap: 12 };

/** Demo accounts, by the part of the app that they see. */
const people = { '/dashboard': demoCustomer, '/admin': demoStaff };

const words = process.argv.slice(2);
const isSelected = (address: string) =>
  words.length === 0 || words.some((word) => address.includes(word) || address === word);

/** Without ids, so that a new screenshot replaces the previous one. */
const toName = (address: string) =>
  address
    .slice(1)
    .replace(/[\da-f]{8}(-[\da-f]{4,12}){4}/, 'one')
    .replaceAll('/', '-') || 'home';

type Look = { width: number; theme: string };
const looks: Look[] = widths.flatMap((width) => themes.map((theme) => ({ width, theme })));
const saved = new Map<string, string[]>();

async function takeShot(page: Page, name: string, { width, theme }: Look): Promise<void> {
  const group = `${width}-${theme}`;
  const file = path.join(output, `${name}-${group}.png`);
  const isLight = theme === 'light';
  await page.evaluate(`document.documentElement.classList.toggle('light', ${isLight})`);
  await page.setViewportSize({ width, height: 900 });
  await page.screenshot({ path: file, fullPage: true });
  const others = saved.get(group) ?? [];
  saved.set(group, others.includes(file) ? others : [...others, file]);
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  return context.newPage();
}

/** Takes screenshots of addresses one by one, and returns the addresses that they link to. */
async function takeAll(page: Page, url: string, addresses: readonly string[]): Promise<string[]> {
  const linked = new Set<string>();
  for (const address of addresses) {
    await openScreen(page, url + address);
    for (const link of await page.locator('a[href^="/"]').all())
      linked.add((await link.getAttribute('href')) ?? '');
    if (isSelected(address)) for (const look of looks) await takeShot(page, toName(address), look);
  }
  return [...linked];
}

/** The address of a screen with a parameter is taken from a link on another screen. */
async function takeScreens(page: Page, url: string, screens: readonly string[]): Promise<void> {
  const linked = await takeAll(
    page,
    url,
    screens.filter((one) => !hasParameter(one)),
  );
  for (const screen of screens.filter(hasParameter)) {
    const unknown = screen.replace('*', 'no-such-screen');
    const address = findLinkTo(unknown, linked) ?? unknown;
    if (hasParameter(address)) console.log(`No link to ${screen} found: skipped.`);
    else await takeAll(page, url, [address]);
  }
}

async function takeShots(browser: Browser, url: string): Promise<void> {
  const visitor = await openPage(browser);
  await takeAll(visitor, url, publicPaths.filter(isSelected));
  if (isSelected('/auth')) {
    await requestCode(visitor, url, `shots-${Date.now()}@example.com`);
    for (const look of looks) await takeShot(visitor, 'auth-code', look);
  }
  for (const [folder, address] of Object.entries(people)) {
    const screens = screenPaths.filter((one) => one.startsWith(folder));
    if (!screens.some(isSelected)) continue;
    const page = await openPage(browser);
    await signIn(page, url, address);
    await takeScreens(page, url, screens);
  }
}

/** Combines screenshots side by side into one image. */
async function printSheet(files: readonly string[], file: string): Promise<void> {
  const pictures = await Promise.all(
    files.map((one) => sharp(one).resize({ width: sheet.width }).png().toBuffer()),
  );
  const cut = await Promise.all(
    pictures.map(async (picture) => {
      const { height } = await sharp(picture).metadata();
      const visiblePx = Math.min(height, sheet.height);
      return sharp(picture)
        .extract({ left: 0, top: 0, width: sheet.width, height: visiblePx })
        .toBuffer();
    }),
  );
  const step = sheet.width + sheet.gap;
  await sharp({
    create: { width: step * cut.length, height: sheet.height, channels: 3, background: '#777' },
  })
    .composite(cut.map((input, at) => ({ input, left: at * step, top: 0 })))
    .png()
    .toFile(file);
}

mkdirSync(output, { recursive: true });
const app = await startDemoApp(4820);
const browser = await chromium.launch(launchOptions);
try {
  await takeShots(browser, app.url);
  for (const [group, files] of saved)
    for (let at = 0; at < files.length; at += sheet.pictures)
      await printSheet(
        files.slice(at, at + sheet.pictures),
        path.join(output, `sheet-${group}-${at / sheet.pictures + 1}.png`),
      );
  console.log(`Screenshots, and contact sheets of ${sheet.pictures}, are in ${output}`);
} finally {
  await browser.close();
  await app.stop();
}
