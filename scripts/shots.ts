// Pictures of every page in both themes and at both widths, for the eye: `npm run shots [WORD ...]`
// takes all, or those whose address has one of the words. BASE_URL names a server that runs already.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { launchOptions } from '#test/chromium.ts';
import { listContentPages, notFoundUrl } from '../src/site/pages.ts';
import { buildIfStale } from './build.ts';

const root = path.resolve(import.meta.dirname, '..');
const output = process.env.SHOTS_DIR ?? path.join(os.tmpdir(), 'weftline-shots');
const widths = [390, 1440];
const themes = ['dark', 'light'];
const publicPaths = [
  ...listContentPages().map(({ url }) => (url === notFoundUrl ? '/company/contakt' : url)),
  '/auth',
];
const dashboardPaths = ['/dashboard', '/dashboard/profile', '/dashboard/sessions'];
/** Pictures on one sheet; full pages are scaled down to this width. */
const sheet = { pictures: 6, width: 480, height: 1400, gap: 12 };

const words = process.argv.slice(2);
const isWanted = (address: string) =>
  words.length === 0 || words.some((word) => address.includes(word) || address === word);

const nameOf = (address: string) => address.slice(1).replaceAll('/', '-') || 'home';

/** Starts the app with a database of its own, and says how to end it. */
async function startApp(): Promise<{ url: string; stop: () => Promise<void> }> {
  await buildIfStale();
  const port = 4820;
  const url = `http://127.0.0.1:${port}`;
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-shots-data-'));
  const app = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      SITE_URL: url,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilReady(app, `${url}/readyz`);
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => app.once('exit', resolve));
      app.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(app: ChildProcess, address: string): Promise<void> {
  while (app.exitCode === null) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The app ended before it was ready; the reason stands above.');
}

/** Signs in as a person does, with the code from the dev mailbox. */
async function signIn(page: Page, url: string): Promise<void> {
  const address = `shots-${Date.now()}@example.com`;
  await page.goto(`${url}/auth`);
  await page.getByRole('textbox', { name: 'Email' }).fill(address);
  await page.getByRole('checkbox', { name: /I accept the Terms/ }).check();
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await page.getByLabel('Verification code').fill(await waitForCode(url, address));
  await page.waitForURL('**/dashboard');
}

async function waitForCode(url: string, address: string): Promise<string> {
  for (;;) {
    const reply = await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(address)}`);
    const mails = (await reply.json()) as { subject: string }[];
    const code = /^\d{6}/.exec(mails[0]?.subject ?? '')?.[0];
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function takeShots(browser: Browser, url: string): Promise<Map<string, string[]>> {
  const taken = new Map<string, string[]>();
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const takeAll = async (addresses: readonly string[]) => {
    for (const width of widths)
      for (const theme of themes) {
        await page.setViewportSize({ width, height: 900 });
        const group = `${width}-${theme}`;
        for (const address of addresses.filter(isWanted)) {
          await page.goto(url + address);
          await page.evaluate((name) => localStorage.setItem('theme', name), theme);
          await page.reload({ waitUntil: 'networkidle' });
          const file = path.join(output, `${nameOf(address)}-${group}.png`);
          await page.screenshot({ path: file, fullPage: true });
          taken.set(group, [...(taken.get(group) ?? []), file]);
        }
      }
  };
  await takeAll(publicPaths);
  if (dashboardPaths.some(isWanted)) {
    await signIn(page, url);
    await takeAll(dashboardPaths);
  }
  return taken;
}

/** Puts pictures side by side, so that many pages are seen at a glance. */
async function printSheet(files: readonly string[], file: string): Promise<void> {
  const pictures = await Promise.all(
    files.map((one) => sharp(one).resize({ width: sheet.width }).png().toBuffer()),
  );
  const cut = await Promise.all(
    pictures.map(async (picture) => {
      const { height } = await sharp(picture).metadata();
      const shown = Math.min(height, sheet.height);
      return sharp(picture)
        .extract({ left: 0, top: 0, width: sheet.width, height: shown })
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
const given = process.env.BASE_URL;
const app = given ? { url: given, stop: async () => {} } : await startApp();
const browser = await chromium.launch(launchOptions);
try {
  for (const [group, files] of await takeShots(browser, app.url))
    for (let at = 0; at < files.length; at += sheet.pictures)
      await printSheet(
        files.slice(at, at + sheet.pictures),
        path.join(output, `sheet-${group}-${at / sheet.pictures + 1}.png`),
      );
  console.log(`Pictures of every page, and sheets of ${sheet.pictures}, are in ${output}`);
} finally {
  await browser.close();
  await app.stop();
}
