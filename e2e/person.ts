// The people of the journeys: visitors, customers and staff, each with a mailbox; and checks for
// problems that a person would notice.
import {
  type APIRequestContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import type { Role } from '../src/lib/staff-permissions.ts';
import { toAdminEmail } from './admins.ts';
import { appUrl, mailHttpPort } from './ports.ts';

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

/** Calls the API as a person, and fails with the reason that the API gives. */
export type Call = (method: string, path: string, data?: object) => Promise<Record<string, string>>;
export type Session = { id: string; address: string; call: Call };
type Tokens = { access: string; refresh: string };

/** Where a new account is billed; null for one that has not said so. */
type SessionOptions = { country?: string | null };

async function openSession(
  request: APIRequestContext,
  address: string,
  { country = 'US' }: SessionOptions = {},
): Promise<Session & Tokens> {
  const send = async (method: string, path: string, data?: object, headers = {}) => {
    const response = await request.fetch(`/apix/${path}/`, { method, data, headers });
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  await send('POST', 'accounts/otp/request', { email: address });
  const code = { email: address, otp: await readCode(address) };
  const { access, refresh, user } = await send('POST', 'accounts/otp/verify', code);
  const headers = { authorization: `Bearer ${access}` };
  const call: Call = (method, path, data) => send(method, path, data, headers);
  // Nothing is charged before it is known.
  if (country !== null)
    await call('PUT', 'invoices/billing-profile', { kind: 'person', country, email: address });
  return { id: user.id, address, access, refresh, call };
}

/** Signs the browser in over the API: `account.spec.ts` does it by the form. */
export async function signIn(
  page: Page,
  address = uniqueEmail(),
  options?: SessionOptions,
): Promise<Session> {
  const context = page.context();
  const { access, refresh, ...session } = await openSession(context.request, address, options);
  const entries = { auth_token: access, refresh_token: refresh, auth_email: address };
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
  const cookies = await context.cookies();
  await context.setStorageState({ cookies, origins: [{ origin: appUrl, localStorage }] });
  return session;
}

export async function requestCode(page: Page, address: string): Promise<void> {
  await hydrated(page);
  await page.getByRole('textbox', { name: 'Email' }).fill(address);
  await page.getByRole('checkbox', { name: /I accept the Terms/ }).check();
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
}

/**
 * Waits until React has hydrated the page and its effects have run, such as those that listen for
 * keys: the last of them removes `data-lazy`.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      Object.keys(document.querySelector('header') ?? {}).some((key) =>
        key.startsWith('__react'),
      ) && !document.documentElement.hasAttribute('data-lazy'),
  );
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1000 })));
}

const worker = Number(process.env.TEST_WORKER_INDEX);
let people = 0;
/** An e-mail address that is unique across tests, workers and runs. */
export const uniqueEmail = (): string => `person${Date.now()}-${worker}-${++people}@example.com`;

let visitors = 0;
/** An address of the benchmarking block for each visitor, because rate limits are by address. */
const uniqueHeaders = () => ({
  'X-Forwarded-For': `198.18.${worker % 256}.${++visitors % 256}`,
});

type Fixtures = {
  /** Fails the test for a warning or an error in a browser's console, unless it is allowed. */
  quiet: { allow(pattern: RegExp): void; watch(page: Page): void };
  /** Another person in a browser context of their own, on a phone with `options` for one. */
  openVisitor(options?: BrowserContextOptions): Promise<Page>;
  /** A new member of staff, signed in in a browser context of their own. */
  openStaff(role: Role): Promise<Session & { page: Page }>;
};
type WorkerFixtures = {
  /** Calls the API as an admin, who is nobody else's: sign-ins of one address are limited. */
  admin: Call;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  admin: [
    async ({ playwright }, use, { workerIndex }) => {
      const extraHTTPHeaders = uniqueHeaders();
      const client = await playwright.request.newContext({ baseURL: appUrl, extraHTTPHeaders });
      await use((await openSession(client, toAdminEmail(workerIndex))).call);
      await client.dispose();
    },
    { scope: 'worker' },
  ],
  quiet: async ({ baseURL: _ }, use) => {
    const problems: string[] = [];
    const allowed: RegExp[] = [];
    const watch = (page: Page) => {
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          problems.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
    };
    await use({ watch, allow: (pattern) => allowed.push(pattern) });
    expect(problems.filter((text) => !allowed.some((one) => one.test(text)))).toEqual([]);
  },
  context: async ({ context }, use) => {
    await context.setExtraHTTPHeaders(uniqueHeaders());
    await use(context);
  },
  page: async ({ page, quiet }, use) => {
    quiet.watch(page);
    await use(page);
  },
  openVisitor: async ({ browser, quiet }, use) => {
    const pages: Page[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ extraHTTPHeaders: uniqueHeaders(), ...options });
      const page = await context.newPage();
      quiet.watch(page);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
  openStaff: async ({ openVisitor, admin }, use) => {
    await use(async (role) => {
      const page = await openVisitor();
      const session = await signIn(page);
      await admin('PUT', `admin/users/${session.id}/roles`, { roles: [role] });
      return { page, ...session };
    });
  },
});
export { expect };
