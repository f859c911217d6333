import type { RouteIcon } from '#site/page-schema.ts';
import { groupMenus, routeTable } from '#site/route-table.ts';

export type DashboardLink = {
  path: string;
  label: string;
  icon: RouteIcon;
  /** A page that the browser's router does not know. */
  isOutside?: boolean;
};

const screens = routeTable
  .filter(({ isProtected, icon }) => isProtected && icon)
  .map((route) => ({ ...route, isHidden: false }));

/** The areas in the order of use, which is the table's; the reference comes last. */
export const dashboardMenu: readonly DashboardLink[] = [
  ...groupMenus(screens, { itemsMax: Number.POSITIVE_INFINITY }).flatMap(({ items }) =>
    items.map(({ path, label, icon = 'folder' }) => ({ path, label, icon })),
  ),
  { path: '/docs/api', label: 'API reference', icon: 'book', isOutside: true },
];
