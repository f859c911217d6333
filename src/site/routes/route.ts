import type { RouteIconName } from '../pages/page-schema.ts';

export type Route = {
  /** May contain parameters, as in `:name`. */
  path: string;
  /** The name in menus and breadcrumbs. */
  label: string;
  description: string;
  icon?: RouteIconName;
  /** The line below the label in menus. */
  menuLine?: string;
  /** For signed-in users only. */
  isProtected?: boolean;
  /** In no menu and not for search engines. */
  isHidden?: boolean;
  isHiddenInSitemap?: boolean;
  /** Opened by the browser and not by the router: its content is in no script. */
  isWholePage?: boolean;
  /** With parameters: its name is the last part of the address. */
  isNamedByAddress?: boolean;
};
