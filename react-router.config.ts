import type { Config } from '@react-router/dev/config';
import { listContentPages } from './src/site/pages/content-pages.ts';
import { listGeneratedPages } from './src/site/pages/generated-pages.ts';
import { unknownCallPath, unknownErrorPath } from './src/site/reference/reference-pages.ts';

export default {
  appDirectory: 'src',
  ssr: false,
  // Signing in is a public page too: its form stands before any script runs.
  prerender: [...listContentPages(), ...listGeneratedPages()]
    .map(({ url }) => url)
    .concat('/auth', unknownCallPath, unknownErrorPath),
} satisfies Config;
