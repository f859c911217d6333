import clsx from 'clsx';
import { useSession } from '#client/use-session.ts';
import { Logo } from '#site/layout/Logo.tsx';
import { AccountActions } from '#site/menus/AccountActions.tsx';
import { MenuDrawerButton } from '#ui/MenuDrawer.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import { sidebarDrawerId } from './Sidebar.tsx';

export function DashboardHeader() {
  const { status } = useSession();
  return (
    <header className="sticky top-0 z-40 flex h-14 items-center gap-2 border-b border-line px-4 surface-ground md:px-6">
      <MenuDrawerButton drawerId={sidebarDrawerId} className="-ml-2 md:hidden!" />
      <div className="md:hidden">
        <Logo brief="narrow" />
      </div>
      {status !== 'anonymous' && <PaletteButton />}
      <div className={clsx(status === 'anonymous' && 'ml-auto')}>
        <AccountActions />
      </div>
    </header>
  );
}
