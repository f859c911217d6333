import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { compileComponents } from './scripts/build/compile-components.ts';
import { compileContent } from './scripts/build/compile-content.ts';
import { contentPages } from './scripts/build/content-pages.ts';
import { referenceContent } from './scripts/build/reference-content.ts';
import { sharedChunks } from './scripts/build/shared-chunks.ts';
import { settingsOfEnv, siteSettings } from './scripts/build/site-settings.ts';
import { slimEndpoints } from './scripts/build/slim-endpoints.ts';
import { unloadedScreens } from './scripts/build/unloaded-screens.ts';

const apiUrl = process.env.API_URL ?? 'http://127.0.0.1:3000';
const apiPaths = [
  ...['/apix', '/media', '/files', '/dev/mail', '/pay/sandbox', '/test/', '/mcp', '/.well-known'],
  ...['/oauth/token', '/oauth/register', '/oauth/revoke'],
];

export default defineConfig({
  plugins: [
    contentPages(),
    compileContent(),
    compileComponents(),
    siteSettings(settingsOfEnv(process.env)),
    referenceContent(),
    slimEndpoints(),
    unloadedScreens(),
    tailwindcss(),
    reactRouter(),
  ],
  // The content security policy allows no fonts or styles from data: addresses.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: sharedChunks } } } },
  },
  // Found before the first page is asked for: a package found later reloads the page.
  optimizeDeps: {
    entries: [
      'src/root.tsx',
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
