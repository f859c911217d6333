import clsx from 'clsx';
import type { MenuLink } from './menu.ts';
import { isActivePath } from './route-table.ts';
import { PageLink } from './sections/PageLink.tsx';
import { useAddress } from './use-address.ts';

type MenuAnchorProps = { link: MenuLink; className?: string };

/** Active by the exact path, and weighted then: colour alone would not tell. */
export function MenuAnchor({ link, className }: MenuAnchorProps) {
  const isActive = isActivePath(useAddress(), link.path);
  return (
    <PageLink
      href={link.path}
      aria-current={isActive ? 'page' : undefined}
      className={clsx(className, isActive && 'font-semibold text-accent') || undefined}
    >
      {link.label}
    </PageLink>
  );
}
