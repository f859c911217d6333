import type { MenuSection } from '../routes/route-table.ts';
import { MenuAnchor } from './MenuAnchor.tsx';

type MenuListProps = { items: MenuSection['items']; className?: string };

/**
 * The links of a section. Their markup is identical in every menu and styled by the list: a page
 * has three menus, and repeated markup compresses to almost nothing.
 */
export const MenuList = ({ items, className }: MenuListProps) => (
  <ul className={className}>
    {items.map((link) => (
      <li key={link.path}>
        <MenuAnchor link={link} />
      </li>
    ))}
  </ul>
);
