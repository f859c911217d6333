// A user's mailbox, and checks for problems that a user would notice.
import { randomInt } from 'node:crypto';
import {
  type Browser,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { mailHttpPort } from './ports.ts';

type Mail = { subject: string; text: string; html: string };

export async function readMails(address: string): Promise<Mail[]> {
  const url = `http://127.0.0.1:${mailHttpPort}/?to=${encodeURIComponent(address)}`;
  return (await (await fetch(url)).json()) as Mail[];
}

/** The newest code in the mailbox; waits for the e-mail to arrive. */
export async function readCode(address: string, mailsMin = 1): Promise<string> {
  const codes = async () =>
    (await readMails(address)).flatMap(({ subject }) => /^\d{6}/.exec(subject)?.[0] ?? []);
  await expect.poll(async () => (await codes()).length).toBeGreaterThanOrEqual(mailsMin);
  return (await codes()).at(-1)!;
}

export async function signIn(page: Page, address: string): Promise<void> {
  await page.goto('/auth');
  await requestCode(page, address);
  await page.getByLabel('Verification code').fill(await readCode(address));
  await page.waitForURL('**/dashboard');
}

export async function requestCode(page: Page, address: string): Promise<void> {
  await hydrated(page);
  await page.getByRole('textbox', { name: 'Email' }).fill(address);
  await page.getByRole('checkbox', { name: /I accept the Terms/ }).check();
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
}

/** Waits until React has hydrated the page. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('header') ?? {}).some((key) => key.startsWith('__react')),
  );

let people = 0;
/** An e-mail address that is unique across tests and runs. */
export const uniqueEmail = (): string => `person${Date.now()}-${++people}@example.com`;

/** A unique IP address of the benchmarking block, so that visitors do not share rate limits. */
const uniqueIp = () => `198.18.${randomInt(256)}.${randomInt(256)}`;

/** Another user in a separate browser context, on a phone with `options` for one. */
export async function openVisitor(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'X-Forwarded-For': uniqueIp() },
  });
  return context.newPage();
}

type Fixtures = { quiet: { allow(pattern: RegExp): void }; visitor: undefined };

/** Fails every test with a warning or an error in the browser's console, unless it is allowed. */
export const test = base.extend<Fixtures>({
  visitor: [
    async ({ context }, use) => {
      await context.setExtraHTTPHeaders({ 'X-Forwarded-For': uniqueIp() });
      await use(undefined);
    },
    { auto: true },
  ],
  quiet: [
    async ({ page }, use) => {
      const problems: string[] = [];
      const allowed: RegExp[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          problems.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
      await use({ allow: (pattern) => allowed.push(pattern) });
      expect(problems.filter((text) => !allowed.some((one) => one.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };
