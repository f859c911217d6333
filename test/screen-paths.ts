// The addresses of all screens, as the route table lists them.
import routes from '../src/routes.ts';
import type { ScreenRoute } from '../src/site/routes/screen-routes.ts';

const listPaths = (entries: readonly ScreenRoute[]): string[] =>
  entries.flatMap(({ path, children = [] }) => [
    ...(path === undefined ? [] : [`/${path}`]),
    ...listPaths(children),
  ]);

export const screensBelow = (folder: string): string[] =>
  listPaths(routes).filter((path) => path === folder || path.startsWith(`${folder}/`));

export const hasParameter = (path: string): boolean => /[:*]/.test(path);

/** The first link that leads to the screen. */
export const findLinkTo = (path: string, links: Iterable<string>): string | undefined =>
  [...links].find((link) => toPattern(path).test(link));

const toPattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/?#]+')}$`);
