// The addresses of all screens, as the route table lists them.
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '../src/routes.ts';

const listPaths = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children = [] }) => [
    ...(path === undefined ? [] : [`/${path}`]),
    ...listPaths(children),
  ]);

export const screensBelow = (folder: string): string[] =>
  listPaths(routes).filter((path) => path === folder || path.startsWith(`${folder}/`));

export const hasParameter = (path: string): boolean => /[:*]/.test(path);
