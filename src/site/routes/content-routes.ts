// The routes of all pages in content/. Node reads the folder; for the browser
// scripts/build/content-pages.ts replaces this file with the value.
import { listContentPages, toRoute } from '../pages/content-pages.ts';
import type { Route } from './route.ts';

export const contentRoutes: readonly Route[] = listContentPages().map(toRoute);
