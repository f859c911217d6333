import { Menu as MenuIcon } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import type { UserWire } from '#areas/accounts/contract.ts';
import { Logo } from '#site/Logo.tsx';
import { SkipLink } from '#site/SkipLink.tsx';
import { UserMenu } from '#site/UserMenu.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { MenuDrawer } from '#ui/MenuDrawer.tsx';
import { ThemeToggle } from '#ui/ThemeToggle.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { ConsoleMenu } from './ConsoleMenu.tsx';

const drawerId = 'console-drawer';
const iconButton = buttonClass({ variant: 'quiet', isIconOnly: true });

const ConsoleHeader = ({ user }: { user: UserWire }) => (
  <header className="sticky top-0 z-40 flex h-14 items-center gap-2 border-b border-line px-4 surface-ground md:px-6">
    <button type="button" popoverTarget={drawerId} className={`${iconButton} -ml-2 md:hidden!`}>
      <MenuIcon size={22} aria-hidden />
      <VisuallyHidden>Open the menu</VisuallyHidden>
    </button>
    <p className="truncate text-sm text-quiet">
      <span className="font-medium text-text">Console</span>
      <span className="hidden sm:inline"> · {user.roles.join(', ')}</span>
    </p>
    <div className="ml-auto flex items-center gap-1">
      <Link to="/dashboard" className="link hidden px-2 text-sm sm:inline">
        Dashboard
      </Link>
      <ThemeToggle />
      <UserMenu email={user.email} />
    </div>
  </header>
);

type ConsoleFrameProps = { user: UserWire; children: ReactNode };

export function ConsoleFrame({ user, children }: ConsoleFrameProps) {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address closes the drawer.
  useEffect(() => document.getElementById(drawerId)?.hidePopover(), [pathname]);
  return (
    <div className="flex min-h-svh">
      <SkipLink />
      <aside className="sticky top-0 hidden h-svh w-56 shrink-0 flex-col overflow-y-auto border-r border-line surface-sunken md:flex">
        <div className="flex h-14 shrink-0 items-center border-b border-line px-4">
          <Logo />
        </div>
        <ConsoleMenu roles={user.roles} />
      </aside>
      <MenuDrawer id={drawerId} side="left" head={<Logo />}>
        <ConsoleMenu roles={user.roles} />
      </MenuDrawer>
      <div className="flex min-w-0 flex-1 flex-col">
        <ConsoleHeader user={user} />
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
