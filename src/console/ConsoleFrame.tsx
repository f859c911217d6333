import clsx from 'clsx';
import { lazy, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Role } from '#lib/staff-permissions.ts';
import { Logo } from '#site/layout/Logo.tsx';
import { SkipLink } from '#site/layout/SkipLink.tsx';
import { AccountActions } from '#site/menus/AccountActions.tsx';
import { MenuDrawer, MenuDrawerButton } from '#ui/MenuDrawer.tsx';
import { PaletteButton } from '#ui/palette/PaletteButton.tsx';
import { ConsoleMenu } from './ConsoleMenu.tsx';

const ConsolePalette = lazy(async () => ({
  default: (await import('./ConsolePalette.tsx')).ConsolePalette,
}));

const drawerId = 'console-drawer';

type RolesProps = { roles: readonly Role[] };

const ConsoleHeader = ({ roles }: RolesProps) => (
  <header className="sticky top-0 z-40 flex h-14 items-center gap-2 border-b border-line px-4 surface-ground md:px-6">
    <MenuDrawerButton drawerId={drawerId} className="-ml-2 md:hidden!" />
    <p className="truncate text-sm text-quiet">
      <span className="font-medium text-text">Console</span>
      {roles.length > 0 && <span className="hidden sm:inline"> · {roles.join(', ')}</span>}
    </p>
    {roles.length > 0 && (
      <PaletteButton label="Search">
        {(close) => <ConsolePalette roles={roles} onClose={close} />}
      </PaletteButton>
    )}
    <div className={clsx('flex items-center gap-1', roles.length === 0 && 'ml-auto')}>
      <Link to="/dashboard" className="link hidden px-2 text-sm sm:inline">
        Dashboard
      </Link>
      <AccountActions />
    </div>
  </header>
);

type ConsoleFrameProps = RolesProps & { children: ReactNode };

export function ConsoleFrame({ roles, children }: ConsoleFrameProps) {
  return (
    <div className="flex min-h-svh">
      <SkipLink />
      <aside className="sticky top-0 hidden h-svh w-56 shrink-0 flex-col overflow-y-auto border-r border-line surface-sunken md:flex">
        <div className="flex h-14 shrink-0 items-center border-b border-line px-4">
          <Logo />
        </div>
        <ConsoleMenu roles={roles} />
      </aside>
      <MenuDrawer id={drawerId} side="left" head={<Logo />}>
        <ConsoleMenu roles={roles} />
      </MenuDrawer>
      <div className="flex min-w-0 flex-1 flex-col">
        <ConsoleHeader roles={roles} />
        <main
          id="content"
          tabIndex={-1}
          className="w-full flex-1 px-4 py-6 outline-none! shadow-none! md:px-8 md:py-8"
        >
          {children}
        </main>
      </div>
    </div>
  );
}
