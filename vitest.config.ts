import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { contentPages } from './scripts/build/content-pages.ts';
import { launchOptions } from './test/chromium.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          pool: 'threads',
          testTimeout: 10_000,
        },
      },
      {
        plugins: [contentPages(), tailwindcss(), react({ compiler: true })],
        // Found only then, these would make Vite reload a running test.
        optimizeDeps: {
          include: [
            'react/compiler-runtime',
            'react/jsx-dev-runtime',
            'react-dom/client',
            'react-dom/server',
            'react-hook-form',
            '@hookform/resolvers/zod',
            'cmdk',
            'recharts',
            'zod',
          ],
        },
        test: {
          name: 'browser',
          include: ['src/**/*.test.tsx'],
          testTimeout: 10_000,
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
