// What a person has beside the browser: a mailbox. And what a person would complain about.
import { randomInt } from 'node:crypto';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { mailHttpPort } from './ports.ts';

type Mail = { subject: string; text: string; html: string };

export async function readMails(address: string): Promise<Mail[]> {
  const url = `http://127.0.0.1:${mailHttpPort}/?to=${encodeURIComponent(address)}`;
  return (await (await fetch(url)).json()) as Mail[];
}

/** The newest code in the mailbox; waits for the mail to arrive. */
export async function readCode(address: string, mailsMin = 1): Promise<string> {
  const codes = async () =>
    (await readMails(address)).flatMap(({ subject }) => /^\d{6}/.exec(subject)?.[0] ?? []);
  await expect.poll(async () => (await codes()).length).toBeGreaterThanOrEqual(mailsMin);
  return (await codes()).at(-1)!;
}

export async function signIn(page: Page, address: string): Promise<void> {
  await page.goto('/auth');
  await askForCode(page, address);
  await page.getByLabel('Verification code').fill(await readCode(address));
  await page.waitForURL('**/dashboard');
}

export async function askForCode(page: Page, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(address);
  await page.getByRole('checkbox', { name: /I accept the Terms/ }).check();
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
}

/** Waits until React answers, as the page's loader does. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('header') ?? {}).some((key) => key.startsWith('__react')),
  );

let people = 0;
/** An address that no other test has, on a machine that runs them all again and again. */
export const newAddress = (): string => `person${Date.now()}-${++people}@example.com`;

/** An address of the block for measurements: no limit takes two visitors for one. */
const visitorAddress = () => `198.18.${randomInt(256)}.${randomInt(256)}`;

/** Somebody else, in a browser of their own. */
export async function openVisitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'X-Forwarded-For': visitorAddress() },
  });
  return context.newPage();
}

type Fixtures = { quiet: { allow(pattern: RegExp): void }; visitor: undefined };

/** Every test fails for a warning or an error in the browser's console, unless it allows it. */
export const test = base.extend<Fixtures>({
  visitor: [
    async ({ context }, use) => {
      await context.setExtraHTTPHeaders({ 'X-Forwarded-For': visitorAddress() });
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
