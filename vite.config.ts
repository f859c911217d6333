import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileComponents } from './scripts/build/compile-components.ts';
import { compileContent } from './scripts/build/compile-content.ts';
import { contentPages } from './scripts/build/content-pages.ts';
import { developmentPages } from './scripts/build/development-pages.ts';
import { screenTable } from './scripts/build/screens.ts';
import { sharedChunks } from './scripts/build/shared-chunks.ts';
import { settingsOfEnv, siteSettings } from './scripts/build/site-settings.ts';
import { slimEndpoints } from './scripts/build/slim-endpoints.ts';

const apiUrl = process.env.API_URL ?? 'http://127.0.0.1:3000';
const apiPaths = [
  '/apix',
  '/media',
  '/files',
  '/dev/mail',
  '/pay/sandbox',
  '/test/',
  '/mcp',
  '/.well-known',
  '/oauth/token',
  '/oauth/register',
  '/oauth/revoke',
];

export default defineConfig({
  plugins: [
    contentPages(),
    compileContent(),
    compileComponents(),
    siteSettings(settingsOfEnv(process.env)),
    slimEndpoints(),
    screenTable(),
    tailwindcss(),
    react(),
    developmentPages(),
  ],
  build: {
    outDir: 'build/client',
    // The content security policy allows no fonts or styles from data: addresses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: {
      polyfill: false,
      // The files of screens are fetched by src/entry.client.tsx, also before they are asked for.
      resolveDependencies: (_, files, { hostId }) => (hostId.includes('/screens-') ? [] : files),
    },
    rolldownOptions: {
      input: { 'entry.client': 'src/entry.client.tsx', 'entry.printer': 'src/entry.printer.ts' },
      preserveEntrySignatures: 'exports-only',
      output: { codeSplitting: sharedChunks },
    },
  },
  // Found before the first page is asked for: a package found later reloads the page.
  optimizeDeps: {
    entries: [
      'src/entry.client.tsx',
      'src/{ui,site,dashboard,console,areas/*/ui}/**/*.tsx',
      '!**/*.test.tsx',
    ],
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(apiPaths.map((folder) => [folder, apiUrl])),
  },
  preview: { host: '127.0.0.1' },
});
