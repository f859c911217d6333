import { useIsHydrated } from '../navigation/use-is-hydrated.ts';
import { MenuAnchor } from './MenuAnchor.tsx';
import type { MenuLink } from './menu.ts';

type MenuListProps = {
  items: readonly MenuLink[];
  className?: string;
  /** Shows what each page is about. */
  hasLines?: boolean;
};

/**
 * The links of a section. Their markup is identical in every menu and styled by the list: a page
 * has three menus, and repeated markup compresses to almost nothing. The lines are added by
 * scripts: in the page they would be a kilobyte before the first paint.
 */
export function MenuList({ items, className, hasLines }: MenuListProps) {
  const isHydrated = useIsHydrated();
  return (
    <ul className={className}>
      {items.map((link) => (
        <li key={link.path}>
          <MenuAnchor link={link}>
            {hasLines && isHydrated && link.menuLine && (
              <span className="block text-xs font-normal text-quiet">{link.menuLine}</span>
            )}
          </MenuAnchor>
        </li>
      ))}
    </ul>
  );
}
