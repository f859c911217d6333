import { MenuDrawer, MenuDrawerButton } from '#ui/MenuDrawer.tsx';
import { ThemeToggle } from '#ui/theme/ThemeToggle.tsx';
import { DrawerMenu } from './DrawerMenu.tsx';
import { DrawerSession } from './DrawerSession.tsx';
import { TalkLink } from './TalkLink.tsx';

const drawerId = 'site-drawer';

export const SiteDrawerButton = () => (
  <MenuDrawerButton drawerId={drawerId} className="ml-auto md:hidden!" />
);

export const SiteDrawer = () => (
  <MenuDrawer id={drawerId} side="right" head={<ThemeToggle />}>
    <TalkLink className="mt-4 w-full" />
    <DrawerSession drawerId={drawerId} />
    <DrawerMenu />
  </MenuDrawer>
);
