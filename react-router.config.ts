import type { Config } from '@react-router/dev/config';
import { listContentPages } from './src/site/pages.ts';

export default {
  appDirectory: 'src',
  ssr: false,
  // Signing in is a public page too: its form stands before any script runs.
  prerender: [...listContentPages().map(({ url }) => url), '/auth'],
} satisfies Config;
