// How quickly the screens answer a person: the longest task while typing into each field, on a
// processor that is slowed four times, and the time from a click in the menu until the next screen
// is there, with its data in memory.
import { readFileSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test';
import { launchOptions } from '#test/browser/chromium.ts';
import { findLinkTo, hasParameter, screensBelow } from '#test/screen-paths.ts';
import {
  type DemoApp,
  demoCustomer,
  demoStaff,
  openScreen,
  signIn,
  startDemoApp,
} from '../scripts/demo-app.ts';
import { median, type Row } from './load/rows.ts';

const slowedTimes = 4;
/** What a person types in a second and a half. */
const keys = ['1', '2', '0', 'Backspace', '5', '0', '7', '1'];
const keyMs = 150;
/** A field may ask the server some time after the last key. */
const settleMs = 1000;
/** A task of this length is noticed. */
const taskMsMax = 50;
const attemptsMax = 3;
const changesMax = 3;

const people = [
  { folder: '/dashboard', menu: 'Dashboard', address: demoCustomer },
  { folder: '/admin', menu: 'Console', address: demoStaff },
];
const texts = ['text', 'search', 'email', 'url', 'number'].map((type) => `[type=${type}]`);
const inputs = `:is(input:is(${texts}, :not([type])), textarea)`;
const fields = `:is(main, [role=dialog]) ${inputs}:not([readonly], [disabled])`;
/** Forms that ask further questions when others are answered: a duplicate shows all of them. */
const duplicated = ['/dashboard/customs/vehicle', '/dashboard/customs/goods'];

type Watch = { longTasks: number[]; follow(href: string): Promise<number> };
declare const screenWatch: Watch;

type Measured = { place: string; ms: number };

export default async function measureScreens(): Promise<Row[]> {
  const app = await startDemoApp(4821);
  const browser = await chromium.launch(launchOptions);
  try {
    const typed: Measured[] = [];
    const changed: Measured[] = [];
    for (const { folder, menu, address } of people) {
      const { page, devtools } = await openPage(browser);
      await signIn(page, app.url, address);
      await openScreen(page, app.url + folder);
      changed.push(...(await followMenu(page, menu)));
      typed.push(...(await typeIntoScreens({ page, devtools, app }, folder)));
      await page.context().close();
    }
    const slowest = changed.toSorted((one, other) => other.ms - one.ms)[0]!;
    return [
      { what: 'fields typed into', measured: typed.length, unit: '' },
      describeLong(typed.filter(({ ms }) => ms > 0)),
      { what: 'screens reached by a menu', measured: changed.length, unit: '' },
      {
        what: `slowest change of screen, to ${slowest.place}`,
        measured: slowest.ms,
        unit: 'ms',
        limit: 100,
      },
      {
        what: 'change of screen, median',
        measured: median(changed.map(({ ms }) => ms)),
        unit: 'ms',
      },
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

function describeLong(long: readonly Measured[]): Row {
  const places = long.map(({ place, ms }) => `${place} (${ms} ms)`).join(', ');
  const what = `fields with a task over ${taskMsMax} ms${places && `: ${places}`}`;
  return { what, measured: long.length, unit: '', limit: 0 };
}

async function openPage(browser: Browser): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const watch = new URL('programs/watch-screen.js', import.meta.url);
  await page.addInitScript(readFileSync(watch, 'utf8'));
  return { page, devtools: await context.newCDPSession(page) };
}

/** The first round brings the code and data of each screen into memory. */
async function followMenu(page: Page, menu: string): Promise<Measured[]> {
  const links = page.getByRole('navigation', { name: menu }).locator('a');
  const hrefs: string[] = [];
  for (const link of await links.all()) hrefs.push((await link.getAttribute('href')) ?? '');
  const paths = hrefs.filter((one) => /^\/(dashboard|admin)/.test(one));
  const times = new Map<string, number[]>();
  for (let round = 0; round <= changesMax; round++)
    for (const path of [...paths.slice(1), paths[0]!]) {
      const ms = await page.evaluate((href) => screenWatch.follow(href), path);
      await page.waitForTimeout(300);
      if (round > 0) times.set(path, [...(times.get(path) ?? []), ms]);
    }
  return [...times].map(([place, all]) => ({ place, ms: median(all) }));
}

type Reader = { page: Page; devtools: CDPSession; app: DemoApp };

/** The address of a screen with a parameter is taken from a link on an earlier screen. */
async function typeIntoScreens(reader: Reader, folder: string): Promise<Measured[]> {
  const { page, app } = reader;
  const openSearch = async () => {
    await openScreen(page, app.url + folder);
    await page.keyboard.press('Control+k');
  };
  const measured = await typeIntoFields(reader, `the search of ${folder}`, openSearch);
  const links = new Set<string>();
  const measure = async (name: string, address: string) => {
    const open = () => openScreen(page, app.url + address);
    measured.push(...(await typeIntoFields(reader, name, open)));
    for (const link of await page.locator('main a[href^="/"]').all())
      links.add((await link.getAttribute('href')) ?? '');
  };
  for (const path of screensBelow(folder).toSorted(byParameters)) {
    const address = hasParameter(path) ? findLinkTo(path, links) : path;
    if (address) await measure(path, address);
  }
  for (const screen of duplicated.filter((one) => one.startsWith(folder))) {
    const original = findLinkTo(`${screen}/:id`, links);
    if (original) await measure(`${screen}, duplicate`, original.replace(/[/](\d+)$/, '?from=$1'));
  }
  return measured;
}

const byParameters = (one: string, other: string) =>
  Number(hasParameter(one)) - Number(hasParameter(other));

/** Each field as the first that is typed into, because what a screen loads late is loaded then. */
async function typeIntoFields(
  { page, devtools }: Reader,
  screen: string,
  open: () => Promise<void>,
): Promise<Measured[]> {
  await open();
  const count = await page.locator(fields).count();
  const measured: Measured[] = [];
  for (let at = 0; at < count; at++) {
    const times: number[] = [];
    for (let attempt = 0; attempt < attemptsMax && !times.some(isQuick); attempt++) {
      await open();
      const field = page.locator(fields).nth(at);
      if (!(await field.isVisible().catch(() => false))) break;
      await slowDown(devtools, slowedTimes);
      times.push(await typeInto(page, field));
      await slowDown(devtools, 1);
    }
    if (times.length === 0) continue;
    const place = `${screen}, field ${at + 1}`;
    measured.push({ place, ms: Math.min(...times) });
  }
  return measured;
}

const isQuick = (ms: number) => ms <= taskMsMax;

async function typeInto(page: Page, field: Locator): Promise<number> {
  await field.focus();
  await page.waitForTimeout(settleMs);
  await page.evaluate(() => {
    screenWatch.longTasks = [];
  });
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(keyMs);
  }
  await page.waitForTimeout(settleMs);
  return page.evaluate(() => Math.max(0, ...screenWatch.longTasks));
}

const slowDown = (devtools: CDPSession, rate: number) =>
  devtools.send('Emulation.setCPUThrottlingRate', { rate });
