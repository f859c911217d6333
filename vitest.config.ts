import os from 'node:os';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { contentPages } from './scripts/build/content-pages.ts';
import { settingsOfEnv, siteSettings } from './scripts/build/site-settings.ts';
import { launchOptions } from './test/browser/chromium.ts';
import { listBrowserPackages } from './test/test-files.ts';
import { scaledMs } from './test/time-limits.ts';

const limits = {
  testTimeout: scaledMs(60_000),
  hookTimeout: scaledMs(60_000),
  // Only waits longer for what comes late on a busy machine.
  expect: { poll: { timeout: scaledMs(15_000) } },
};

export default defineConfig({
  test: {
    maxWorkers: os.availableParallelism(),
    // No test builds on another one, of its file neither: any order is right.
    sequence: { shuffle: { files: true, tests: true } },
    projects: [
      {
        test: {
          name: 'node',
          include: ['{src,test,sdk/src}/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/measure-file.ts'],
          pool: 'threads',
          // Node runs TypeScript, and loads it far faster than Vite transforms it.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          execArgv: ['--import', path.resolve(import.meta.dirname, 'test/module-hooks.ts')],
          // Modules are shared by the files of a worker: loading the app for each file takes a third
          // of the time. What a test changes in a module's state it puts back.
          isolate: false,
          ...limits,
        },
      },
      {
        plugins: [
          contentPages(),
          siteSettings(settingsOfEnv({})),
          tailwindcss(),
          react({ compiler: true }),
        ],
        optimizeDeps: {
          include: ['react/compiler-runtime', 'react/jsx-dev-runtime', ...listBrowserPackages()],
          noDiscovery: true,
        },
        test: {
          name: 'browser',
          include: ['src/**/*.test.tsx'],
          ...limits,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
