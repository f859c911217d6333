import type { CodeSplittingOptions } from 'rolldown';
import { screensModule } from './screens.ts';

/** Nearly all routes are pages of content/, so what they all share is shared by more than this. */
const pagesMin = 100;

/** What screens of people who are signed in don't need. */
const ofPages = /\/src\/site\/(?!routes|menus|navigation|analytics)|\/receipt\.json$/;

/**
 * Two files for the code that the pages share: one that the screens of dashboard and console need
 * too, and one for the pages alone. By default each set of modules with the same users becomes a
 * file: 80 files for a page, and a list of files that is twice as long.
 */
export const sharedChunks: CodeSplittingOptions = {
  groups: [
    { name: 'screens', test: (id) => id === screensModule },
    { name: 'base', test: (id) => !ofPages.test(id), minShareCount: pagesMin },
    { name: 'pages', minShareCount: pagesMin },
  ],
};
