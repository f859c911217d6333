import { Menu as MenuIcon } from 'lucide-react';
import { buttonClass } from '#ui/button-class.ts';
import { MenuDrawer } from '#ui/MenuDrawer.tsx';
import { ThemeToggle } from '#ui/ThemeToggle.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { DrawerMenu } from './DrawerMenu.tsx';
import { DrawerSession } from './DrawerSession.tsx';

export const drawerId = 'site-drawer';

export const SiteDrawerButton = () => (
  <button
    type="button"
    popoverTarget={drawerId}
    aria-haspopup="dialog"
    className={`${buttonClass({ variant: 'quiet', isIconOnly: true })} ml-auto md:hidden!`}
  >
    <MenuIcon size={22} aria-hidden />
    <VisuallyHidden>Open the menu</VisuallyHidden>
  </button>
);

export const SiteDrawer = () => (
  <MenuDrawer id={drawerId} side="right" head={<ThemeToggle />}>
    <DrawerSession />
    <DrawerMenu />
  </MenuDrawer>
);
