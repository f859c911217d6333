import clsx from 'clsx';
import type { ReactNode } from 'react';
import { siteSettings } from '#client/site-settings.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { useAddress } from '../navigation/use-address.ts';
import { isActivePath } from '../routes/route-table.ts';
import type { MenuLink } from './menu.ts';

type MenuAnchorProps = {
  link: MenuLink;
  className?: string;
  /** After the label. */
  children?: ReactNode;
};

/** Active on its exact path; in bold then, because colour alone is not accessible. */
export function MenuAnchor({ link, className, children }: MenuAnchorProps) {
  const isActive = isActivePath(useAddress(), link.path);
  return (
    <PageLink
      href={link.setting ? siteSettings[link.setting] : link.path}
      aria-current={isActive ? 'page' : undefined}
      className={clsx(className, isActive && 'font-semibold text-accent') || undefined}
    >
      {link.label}
      {children}
    </PageLink>
  );
}
