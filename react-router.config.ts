import type { Config } from '@react-router/dev/config';
import { listContentPages } from './src/site/pages.ts';
import { listViews } from './src/site/views.ts';

export default {
  appDirectory: 'src',
  ssr: false,
  // Signing in is a public page too: its form stands before any script runs.
  prerender: [...listContentPages(), ...listViews()].map(({ url }) => url).concat('/auth'),
} satisfies Config;
