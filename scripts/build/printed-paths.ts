import { listContentPages } from '../../src/site/pages/content-pages.ts';
import { listGeneratedPages } from '../../src/site/pages/generated-pages.ts';
import { unknownCallPath, unknownErrorPath } from '../../src/site/reference/reference-pages.ts';

/** The pages that the build prints. Signing in is one: its form stands before any script runs. */
export const listPrintedPaths = (): string[] =>
  [...listContentPages(), ...listGeneratedPages()]
    .map(({ url }) => url)
    .concat('/auth', unknownCallPath, unknownErrorPath);
