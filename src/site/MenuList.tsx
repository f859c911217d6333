import { MenuAnchor } from './MenuAnchor.tsx';
import type { MenuSection } from './route-table.ts';

type MenuListProps = { items: MenuSection['items']; className?: string };

/**
 * The links of a section. They are the same to the letter wherever a menu shows them, dressed by
 * the list around: a page has three menus, and what is repeated compresses to nothing.
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
