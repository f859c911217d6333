// Takes the pictures of the product in public/captures: `npm run captures [NAME ...]`. Look at each
// of them before you commit it.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { launchOptions } from '#test/browser/chromium.ts';
import {
  type CaptureName,
  type CaptureTheme,
  captureFile,
  captureNames,
  captureSize,
  captureThemes,
  captureWidths,
} from '../src/site/captures/captures.ts';
import { demoCustomer, demoStaff, openScreen, signIn, startDemoApp } from './demo-app.ts';

const publicFolder = path.resolve(import.meta.dirname, '../public');
const bytesMax = 60_000;
/** The bar of the dashboard and of the console, which the pictures leave out. */
const barHeight = 56;
const windowWidth = 1280;
/** The first that is small enough is taken; at less, small text is blurred. */
const qualities = [80, 70, 60, 50];

type Screen = {
  person: string;
  address: string;
  /** Opens what the address does not name. */
  act?: (page: Page) => Promise<void>;
  /** A text that is there once everything has loaded. */
  shows: string;
  /** Scrolls until this element is below the bar. */
  from?: string;
  /** Whose left edge is the picture's; without it, that of the content beside the menu. */
  within?: string;
};

const clickLink = (name: string | RegExp) => (page: Page) =>
  page.getByRole('link', { name }).first().click();

const screens: Record<CaptureName, Screen> = {
  'customs-result': {
    person: demoCustomer,
    address: '/dashboard/customs',
    act: clickLink('Porsche Macan for Portland'),
    shows: 'Line by line',
  },
  usage: {
    person: demoCustomer,
    address: '/dashboard/usage',
    shows: 'Requests over time',
    from: 'h2:text-is("Requests over time")',
  },
  statement: {
    person: demoCustomer,
    address: '/dashboard/wallet',
    shows: 'First top-up',
    from: 'h2:text-is("Transactions")',
  },
  ticket: {
    person: demoCustomer,
    address: '/dashboard/support',
    act: clickLink(/Excise on the BMW/),
    shows: 'About this ticket',
  },
  proxy: {
    person: demoCustomer,
    address: '/dashboard/proxy/prices',
    shows: '95th percentile',
  },
  transcript: {
    person: demoCustomer,
    address: '/dashboard/speech',
    act: (page) => page.getByRole('button', { name: /Call with the forwarder/ }).click(),
    shows: 'by whisper-base',
    within: 'body',
  },
  sessions: { person: demoCustomer, address: '/dashboard/sessions', shows: 'This device' },
  jobs: {
    person: demoStaff,
    address: '/admin/system',
    act: (page) => page.getByText(/^Show \d+ idle queues$/).click(),
    shows: 'Next run',
    from: 'h2:text-is("Queues")',
  },
};

const words = process.argv.slice(2);
const selected = captureNames.filter((name) => words.length === 0 || words.includes(name));

/** Documentation addresses (RFC 5737). The last one takes the pictures. */
const devices = [
  {
    ip: '198.51.100.24',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  },
  {
    ip: '203.0.113.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
  },
  {
    ip: '203.0.113.9',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  },
];

/** Signs in on several devices, and returns a screen of the last one. */
async function signInEverywhere(browser: Browser, url: string, person: string): Promise<Page> {
  const pages: Page[] = [];
  for (const { ip, userAgent } of devices) {
    const context = await browser.newContext({
      viewport: { width: windowWidth, height: barHeight + captureSize.height },
      deviceScaleFactor: Math.max(...captureWidths) / captureSize.width,
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
      userAgent,
      extraHTTPHeaders: { 'x-forwarded-for': ip },
    });
    const page = await context.newPage();
    await signIn(page, url, person);
    pages.push(page);
  }
  return pages.at(-1)!;
}

async function showScreen(page: Page, url: string, screen: Screen): Promise<void> {
  await openScreen(page, url + screen.address);
  await screen.act?.(page);
  await page.getByText(screen.shows).first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  // Neither a ring of focus nor the effect of a resting pointer.
  await page.evaluate('document.activeElement?.blur(); scrollTo(0, 0)');
  await page.mouse.move(0, 0);
}

/** Runs in the page. */
const scrollBelowBar = (element: { getBoundingClientRect: () => { top: number } }) =>
  (globalThis as unknown as { scrollBy: (x: number, y: number) => void }).scrollBy(
    0,
    element.getBoundingClientRect().top - 80,
  );

/** Colors keep their full resolution: with less, colored text gets a fringe. */
async function encode(picture: Buffer, width: number): Promise<{ quality: number; file: Buffer }> {
  for (const quality of qualities) {
    const options = { quality, effort: 5, chromaSubsampling: '4:4:4' };
    const file = await sharp(picture).resize(width).avif(options).toBuffer();
    if (file.length <= bytesMax) return { quality, file };
  }
  throw new Error(`The picture has more than ${bytesMax} bytes at quality ${qualities.at(-1)}.`);
}

/** The content of a screen in a window that is as wide as the menu and the picture. */
async function takePicture(page: Page, url: string, screen: Screen): Promise<Buffer> {
  await showScreen(page, url, screen);
  const edge = await page.locator(screen.within ?? 'main').boundingBox();
  const left = edge?.x ?? 0;
  const height = barHeight + captureSize.height;
  await page.setViewportSize({ width: left + captureSize.width, height });
  if (screen.from) await page.locator(screen.from).first().evaluate(scrollBelowBar);
  const picture = await page.screenshot({ clip: { x: left, y: barHeight, ...captureSize } });
  await page.setViewportSize({ width: windowWidth, height });
  return picture;
}

async function takeCapture(page: Page, url: string, name: CaptureName, theme: CaptureTheme) {
  await page.evaluate(
    `localStorage.setItem('theme', '${theme}'); localStorage.setItem('analytics_consent', 'denied')`,
  );
  const picture = await takePicture(page, url, screens[name]);
  for (const width of captureWidths) {
    const { quality, file } = await encode(picture, width);
    writeFileSync(path.join(publicFolder, captureFile(name, theme, width)), file);
    console.log(`${captureFile(name, theme, width)}: ${file.length} bytes, quality ${quality}`);
  }
}

mkdirSync(path.join(publicFolder, 'captures'), { recursive: true });
const app = await startDemoApp(4821);
const browser = await chromium.launch(launchOptions);
try {
  for (const person of [demoCustomer, demoStaff]) {
    const own = selected.filter((name) => screens[name].person === person);
    if (own.length === 0) continue;
    const page = await signInEverywhere(browser, app.url, person);
    for (const theme of captureThemes)
      for (const name of own) await takeCapture(page, app.url, name, theme);
  }
} finally {
  await browser.close();
  await app.stop();
}
