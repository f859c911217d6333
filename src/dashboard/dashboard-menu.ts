import type { RouteIconName } from '#site/pages/page-schema.ts';
import { apiReference } from '#site/routes/api-reference.ts';
import { groupMenus, routeTable } from '#site/routes/route-table.ts';

export type DashboardLink = {
  path: string;
  label: string;
  icon: RouteIconName;
  /** Preceded by a gap. */
  startsGroup?: boolean;
  /** A page outside the client-side router. */
  isOutside?: boolean;
};

const screens = routeTable
  .filter(({ isProtected, icon }) => isProtected && icon)
  .map((route) => ({ ...route, isHidden: false }));

/** Tools; keys; money; support and account. */
const groupStarts = [
  '/dashboard/customs',
  '/dashboard/keys',
  '/dashboard/plan',
  '/dashboard/support',
];

/** The screens in the order of the route table, then the documentation. */
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
  { path: apiReference.path, label: apiReference.label, icon: 'wrench', isOutside: true },
];
