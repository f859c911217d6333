// Every address that a user can open. Pages in content/ add their own routes; screens are listed
// here. Menus, breadcrumbs, the sitemap and route protection are derived from it.

import { apiErrors, apiReference, referenceLists } from './api-reference.ts';
import { contentRoutes } from './content-routes.ts';
import { dashboardScreens } from './dashboard-screens.ts';
import type { Route } from './route.ts';

/** Adds a common prefix to paths: `withPrefix('/dashboard', [{ path: '/profile' }])`. */
export const withPrefix = <T extends { path: string }>(prefix: string, routes: readonly T[]): T[] =>
  routes.map((route) => ({ ...route, path: `${prefix}${route.path}`.replace(/(.)\/$/, '$1') }));

const screen = { isHidden: true, isHiddenInSitemap: true };

const screens: readonly Route[] = [
  {
    ...screen,
    path: '/auth',
    label: 'Sign In',
    description: 'Sign in with a 6-digit code that we send to your email address.',
  },
  {
    ...screen,
    path: '/oauth/authorize',
    label: 'Connect an app',
    description: 'Decide what an app may do for you.',
  },
  {
    ...screen,
    path: '/c/:token',
    label: 'Shared calculation',
    description: 'A customs calculation that its owner shares by a link.',
  },
  ...withPrefix(
    '/dashboard',
    dashboardScreens.map((route) => ({ ...screen, isProtected: true, ...route })),
  ),
];

/** A page below one of the reference. The sitemap for search engines lists them. */
const toLower = (above: Route, path: string): Route => ({
  ...above,
  ...screen,
  path: above.path + path,
  isNamedByAddress: true,
});

const referenceRoutes: readonly Route[] = [
  apiReference,
  ...referenceLists,
  toLower(apiReference, '/:area'),
  toLower(apiReference, '/:area/:call'),
  apiErrors,
  toLower(apiErrors, '/:code'),
];

/** Generated pages are in no menu: lists and /customs lead to them. */
const generatedRoutes: readonly Route[] = [
  {
    ...screen,
    path: '/blog/tags/:tag',
    label: 'Articles by tag',
    description: 'Articles about one subject.',
  },
  {
    ...screen,
    path: '/projects/:facet/:value',
    label: 'Projects by kind',
    description: 'Projects of one industry, service or technology.',
  },
  {
    ...screen,
    path: '/customs/:country/vehicles',
    label: 'Vehicles',
    description: 'Duties and taxes on vehicles in one country.',
  },
  {
    ...screen,
    path: '/customs/:country/vehicles/:category',
    label: 'Kind of vehicle',
    description: 'Duties and taxes on one kind of vehicle in one country.',
  },
];

export const routeTable: readonly Route[] = [
  ...contentRoutes,
  ...referenceRoutes,
  ...generatedRoutes,
  ...screens,
];

/** Replaces `:name` parts by encoded values. Throws if a parameter is missing. */
export const fillPath = (path: string, params: Record<string, string | number>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new Error(`${path} needs "${name}".`);
    return encodeURIComponent(value);
  });

/** Addresses of projects are always in lower case. */
export const projectPath = (slug: string) =>
  fillPath('/projects/:slug', { slug: slug.toLowerCase() });

const splitSegments = (path: string) => path.split('/').filter(Boolean);

/** The route of an address: an exact match first, then one with parameters. */
export function findRoute(path: string, routes = routeTable): Route | undefined {
  const exact = routes.find((route) => route.path === path);
  if (exact) return exact;
  const segments = splitSegments(path);
  return routes.find((route) => {
    const pattern = splitSegments(route.path);
    return (
      route.path.includes(':') &&
      pattern.length === segments.length &&
      pattern.every((segment, index) => segment.startsWith(':') || segment === segments[index])
    );
  });
}

/** Whether the router opens an address without loading a whole page. */
export function isRoutedPath(path: string, routes = routeTable): boolean {
  const route = findRoute(path, routes);
  return route !== undefined && !route.isWholePage;
}

/** Unknown addresses are not protected. */
export const isProtectedPath = (path: string, routes = routeTable): boolean =>
  findRoute(path, routes)?.isProtected ?? false;

/** A menu link is active on its own address only, not on those below it. */
export const isActivePath = (current: string, path: string): boolean => current === path;

/** `custom-software` as `Custom software`. */
export function toTitle(segment: string): string {
  const words = segment.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export type Breadcrumb = {
  label: string;
  path: string;
  /** Whether it has a page. */
  isLink: boolean;
};

/** From the home page to the address itself, one per segment. */
export function listBreadcrumbs(path: string, routes = routeTable): Breadcrumb[] {
  const segments = splitSegments(path);
  const paths = ['/', ...segments.map((_, end) => `/${segments.slice(0, end + 1).join('/')}`)];
  return paths.map((at, index) => {
    const route = findRoute(at, routes);
    return {
      path: at,
      label:
        route && !route.isNamedByAddress ? route.label : toTitle(segments[index - 1] ?? 'Home'),
      isLink: route !== undefined && index < segments.length,
    };
  });
}

export type MenuSection = { group: string; title: string; items: readonly Route[] };

type MenuOptions = { itemsMax?: number; defaultGroup?: string };

export const menuDefaults = { itemsMax: 10, defaultGroup: 'main' } as const;

/** Sections by first path segment, in the table's order; without parameters and hidden routes. */
export function groupMenus(routes = routeTable, options: MenuOptions = {}): MenuSection[] {
  const { itemsMax, defaultGroup } = { ...menuDefaults, ...options };
  const visible = routes.filter(({ isHidden, path }) => !isHidden && !path.includes(':'));
  const groups = Map.groupBy(visible, ({ path }) => splitSegments(path)[0] ?? defaultGroup);
  return [...groups].map(([group, items]) => ({
    group,
    title: toTitle(group),
    items: items.slice(0, itemsMax),
  }));
}

/** The sections of a menu in its order; sections without pages are skipped. */
export const pickSections = <Section extends { group: string }>(
  sections: readonly Section[],
  groups: readonly string[],
): Section[] => groups.flatMap((name) => sections.filter(({ group }) => group === name));

export type SitemapCategory = { name: string; description: string; routePaths: readonly string[] };
export type Sitemap = {
  categories: readonly SitemapCategory[];
  totalPages: number;
  totalCategories: number;
};

/**
 * Every public page by first path segment. Sections with a single page are combined into the
 * default group, so that a legal page is not a category of its own.
 */
export function buildSitemap(
  routes = routeTable,
  mainDescription = 'The home page and pages outside the other sections.',
): Sitemap {
  const open = routes.filter(
    (route) => !(route.isHiddenInSitemap || route.isProtected || route.path.includes(':')),
  );
  const sections = groupMenus(
    open.map((route) => ({ ...route, isHidden: false })),
    { itemsMax: Number.POSITIVE_INFINITY },
  );
  const isAlone = ({ group, items }: MenuSection) =>
    group === menuDefaults.defaultGroup || items.length === 1;
  const toPaths = ({ items }: MenuSection) => items.map(({ path }) => path);
  const main = sections.filter(isAlone).flatMap(toPaths);
  const categories = [
    ...(main.length > 0
      ? [
          {
            name: toTitle(menuDefaults.defaultGroup),
            description: mainDescription,
            routePaths: main,
          },
        ]
      : []),
    ...sections
      .filter((section) => !isAlone(section))
      .map((section) => ({
        name: section.title,
        description: findRoute(`/${section.group}`, routes)?.description ?? '',
        routePaths: toPaths(section),
      })),
  ];
  return { categories, totalPages: open.length, totalCategories: categories.length };
}
