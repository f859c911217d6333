import type { RouteIcon } from '#site/page-schema.ts';
import { groupMenus, routeTable } from '#site/route-table.ts';

export type DashboardLink = {
  path: string;
  label: string;
  icon: RouteIcon;
  /** A little room before it, because something else begins. */
  startsGroup?: boolean;
  /** A page that the browser's router does not know. */
  isOutside?: boolean;
};

const screens = routeTable
  .filter(({ isProtected, icon }) => isProtected && icon)
  .map((route) => ({ ...route, isHidden: false }));

/** Tools, then keys, then money, then help and oneself. */
const groupStarts = [
  '/dashboard/customs',
  '/dashboard/keys',
  '/dashboard/plan',
  '/dashboard/support',
];

/** The areas in the order of use, which is the table's; what there is to read comes last. */
export const dashboardMenu: readonly DashboardLink[] = [
  ...groupMenus(screens, { itemsMax: Number.POSITIVE_INFINITY }).flatMap(({ items }) =>
    items.map(({ path, label, icon = 'folder' }) => ({
      path,
      label,
      icon,
      startsGroup: groupStarts.includes(path),
    })),
  ),
  { path: '/docs', label: 'Docs', icon: 'book', isOutside: true },
  { path: '/docs/api', label: 'API reference', icon: 'wrench', isOutside: true },
];
