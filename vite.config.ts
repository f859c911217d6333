import mdx from '@mdx-js/rollup';
import { reactRouter } from '@react-router/dev/vite';
import rehypeShiki from '@shikijs/rehype';
import tailwindcss from '@tailwindcss/vite';
import rehypeSlug from 'rehype-slug';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdxFrontmatter from 'remark-mdx-frontmatter';
import { defineConfig } from 'vite';
import { parse } from 'yaml';
import { compileComponents } from './scripts/build/compile-components.ts';
import { contentPages } from './scripts/build/content-pages.ts';
import { highlighting } from './scripts/build/highlighting.ts';
import { referenceContent } from './scripts/build/reference-content.ts';
import { sharedChunks } from './scripts/build/shared-chunks.ts';
import { settingsOfEnv, siteSettings } from './scripts/build/site-settings.ts';
import { slimEndpoints } from './scripts/build/slim-endpoints.ts';
import { stackTables } from './scripts/build/stacked-tables.ts';
import { unloadedScreens } from './scripts/build/unloaded-screens.ts';
import { readPage } from './src/site/pages/page-schema.ts';

const readHead = (text: string) => readPage(parse(text), 'This page');
const apiUrl = process.env.API_URL ?? 'http://127.0.0.1:3000';
const apiPaths = ['/apix', '/media', '/files', '/dev/mail', '/pay/sandbox'];

export default defineConfig({
  plugins: [
    contentPages(),
    {
      enforce: 'pre',
      ...mdx({
        providerImportSource: '#site/mdx-components.ts',
        remarkPlugins: [
          remarkFrontmatter,
          [remarkMdxFrontmatter, { name: 'handle', parsers: { yaml: readHead } }],
          remarkGfm,
        ],
        rehypePlugins: [rehypeSlug, [rehypeShiki, highlighting], stackTables],
      }),
    },
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
