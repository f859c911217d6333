import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { RequireSession } from '#areas/accounts/ui/RequireSession.tsx';
import { ImpersonationBanner } from '#areas/staff/ui/ImpersonationBanner.tsx';
import { MinimalFooter } from '#site/MinimalFooter.tsx';
import { PrefetchNearby } from '#site/PrefetchNearby.tsx';
import { SkipLink } from '#site/SkipLink.tsx';
import { DashboardHeader } from './DashboardHeader.tsx';
import { Sidebar, SidebarDrawer, sidebarDrawerId } from './Sidebar.tsx';
import { useSidebar } from './use-sidebar.ts';

function DashboardFrame() {
  const { pathname } = useLocation();
  const { isOpen, toggle } = useSidebar(sidebarDrawerId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address closes the drawer.
  useEffect(() => document.getElementById(sidebarDrawerId)?.hidePopover(), [pathname]);
  return (
    <div className="flex min-h-svh">
      <SkipLink />
      <Sidebar isOpen={isOpen} onToggle={toggle} />
      <SidebarDrawer />
      <div className="flex min-w-0 flex-1 flex-col">
        <ImpersonationBanner />
        <DashboardHeader />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-page flex-1 px-4 py-6 outline-none! shadow-none! md:px-8 md:py-8"
        >
          <Outlet />
        </main>
        <MinimalFooter />
      </div>
      <PrefetchNearby />
    </div>
  );
}

/** The frame of every signed-in screen. */
export default function DashboardLayout() {
  return (
    <RequireSession>
      <meta name="robots" content="noindex" />
      <DashboardFrame />
    </RequireSession>
  );
}
