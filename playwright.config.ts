import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { admins } from './e2e/admins.ts';
import { appPort, appUrl, mailHttpPort, mailSmtpPort, proxyPort } from './e2e/ports.ts';
import { launchOptions } from './test/browser/chromium.ts';
import { scaledMs } from './test/time-limits.ts';

export default defineConfig({
  testDir: 'e2e',
  workers: Math.min(os.availableParallelism(), 4),
  reporter: process.stdout.isTTY ? 'line' : 'dot',
  timeout: scaledMs(60_000),
  expect: { timeout: scaledMs(10_000) },
  projects: [
    // Each screen and each main flow once.
    { name: 'journeys', testIgnore: '**/*.pages.spec.ts' },
    // All pages of the site.
    { name: 'pages', testMatch: '**/*.pages.spec.ts' },
  ],
  use: { baseURL: appUrl, launchOptions, contextOptions: { reducedMotion: 'reduce' } },
  ...(process.env.BASE_URL ? {} : { webServer: [mailServer(), ownServer()] }),
});

function mailServer() {
  return {
    command: `${process.execPath} e2e/mail-server.ts`,
    url: `http://127.0.0.1:${mailHttpPort}/`,
  };
}

function ownServer() {
  return {
    command: `${process.execPath} build/server/main.js`,
    url: `${appUrl}/readyz`,
    env: {
      PORT: String(appPort),
      SITE_URL: appUrl,
      DATA_DIR: freshDataDir(),
      LOG_LEVEL: 'warn',
      MAIL_URL: `smtp://127.0.0.1:${mailSmtpPort}`,
      ALERT_EMAIL: 'staff@example.com',
      PROXY_PORT: String(proxyPort),
      // The journey's proxies and sites stand on this machine.
      PROXY_ALLOW_PRIVATE: 'on',
      // And so does the receiver of its webhooks.
      WEBHOOKS_ALLOW_PRIVATE: 'on',
      STAFF_EMAILS: admins.join(),
      // Every journey comes from this one machine, as a different visitor.
      TRUST_PROXY: 'loopback',
    },
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 12_000 },
  };
}

// Made by the runner, which starts the server; its workers read this file too. Another run at the
// same time has a folder of its own.
function freshDataDir(): string {
  if (process.env.E2E_DATA_DIR) return process.env.E2E_DATA_DIR;
  const dir = mkdtempSync(path.join(os.tmpdir(), 'weftline-e2e-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  process.env.E2E_DATA_DIR = dir;
  return dir;
}
