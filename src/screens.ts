import type { Screen, ScreenFiles } from '#site/routes/screens.ts';

// scripts/build/screens.ts puts both in place of this file: what src/routes.ts says, with the code.
export const screens: readonly Screen[] = [];
export const screenFiles: ScreenFiles = { addresses: [], start: [], screens: {} };
