// What every page says about itself to menus and lists. Node reads content/ for it; in the
// browser's code scripts/build/content-pages.ts puts the value in place of this file.
import { listContentPages, toRoute } from './pages.ts';
import type { Route } from './route-table.ts';

export const contentRoutes: readonly Route[] = listContentPages().map(toRoute);
