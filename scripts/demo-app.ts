// The built product with a database of its own and the demo data, for scripts that look at it in a
// browser.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { buildIfStale } from './build/build-if-stale.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Accounts of the demo data. */
export const demoCustomer = 'demo@example.com';
export const demoStaff = 'staff@example.com';

export type DemoApp = { url: string; stop: () => Promise<void> };

/** Builds what is stale. BASE_URL may name a running server with demo data instead. */
export async function startDemoApp(port: number): Promise<DemoApp> {
  const running = process.env.BASE_URL;
  if (running) return { url: running, stop: async () => {} };
  await buildIfStale();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-demo-data-'));
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    SITE_URL: url,
    LOG_LEVEL: 'warn',
    // A browser may say from which address it calls.
    TRUST_PROXY: 'loopback',
  };
  const options = { cwd: root, env };
  spawnSync(process.execPath, ['scripts/seed.ts'], options);
  const app = spawn(process.execPath, ['src/main.ts'], {
    ...options,
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
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The app exited before it was ready; see the output above.');
}

const idleTimeoutMs = 3000;

/** A screen with an event stream never becomes idle. */
export async function openScreen(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState('networkidle', { timeout: idleTimeoutMs }).catch(() => {});
}

export async function requestCode(page: Page, url: string, address: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await page.getByRole('textbox', { name: 'Email' }).fill(address);
  await page.getByRole('checkbox', { name: /I accept the Terms/ }).check();
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await page.getByLabel('Verification code').waitFor();
}

/** Signs in with the code from the dev mailbox. */
export async function signIn(page: Page, url: string, address: string): Promise<void> {
  await requestCode(page, url, address);
  await page.getByLabel('Verification code').fill(await waitForCode(url, address));
  await page.waitForURL('**/dashboard');
}

const usedCodes = new Set<string>();

/** Other mails may be newer, and the code of an earlier sign-in is still there. */
async function waitForCode(url: string, address: string): Promise<string> {
  for (;;) {
    const reply = await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(address)}`);
    const mails = (await reply.json()) as { subject: string }[];
    const codes = mails.flatMap(({ subject }) => /^\d{6}/.exec(subject)?.[0] ?? []);
    const code = codes.find((one) => !usedCodes.has(one));
    if (code) {
      usedCodes.add(code);
      return code;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
