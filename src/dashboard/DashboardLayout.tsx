import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { RequireSession } from '#areas/accounts/ui/sessions/RequireSession.tsx';
import { BillingCountryProvider } from '#areas/invoices/ui/profile/BillingCountryProvider.tsx';
import { ImpersonationBanner } from '#areas/staff/ui/impersonations/ImpersonationBanner.tsx';
import { IncidentNotices } from '#areas/status/ui/notices/IncidentNotices.tsx';
import { useFeaturesOff } from '#client/use-features-off.ts';
import { LeaveBlocker } from '#client/use-leave-guard.ts';
import { ScreenFailure } from '#site/errors/ScreenFailure.tsx';
import { MinimalFooter } from '#site/layout/MinimalFooter.tsx';
import { SkipLink } from '#site/layout/SkipLink.tsx';
import { PrefetchNearby } from '#site/navigation/PrefetchNearby.tsx';
import { FeatureNotices } from '#ui/FeatureNotices.tsx';
import { DashboardHeader } from './DashboardHeader.tsx';
import { listFeatures } from './feature-screens.ts';
import { Sidebar, SidebarDrawer, sidebarDrawerId } from './Sidebar.tsx';
import { TestModeBanner } from './TestModeBanner.tsx';
import { useMode } from './use-mode.ts';
import { useSidebar } from './use-sidebar.ts';
import { WorkNotices } from './WorkNotices.tsx';

function DashboardFrame({ children }: { children: ReactNode }) {
  const off = useFeaturesOff(listFeatures(useLocation().pathname));
  const { isOpen, toggle } = useSidebar(sidebarDrawerId);
  return (
    <div className="flex min-h-svh">
      <SkipLink />
      <Sidebar isOpen={isOpen} onToggle={toggle} />
      <SidebarDrawer />
      <div className="flex min-w-0 flex-1 flex-col">
        <ImpersonationBanner />
        <TestModeBanner />
        <DashboardHeader />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-page flex-1 px-4 py-6 outline-none! shadow-none! md:px-8 md:py-8"
        >
          <IncidentNotices />
          <FeatureNotices off={off} className="mb-6" />
          {children}
        </main>
        <MinimalFooter />
      </div>
      <PrefetchNearby />
    </div>
  );
}

const frame = (content: ReactNode) => <DashboardFrame>{content}</DashboardFrame>;

/** The frame of every signed-in screen. */
export default function DashboardLayout() {
  useMode();
  return (
    <>
      <meta name="robots" content="noindex" />
      <LeaveBlocker />
      <RequireSession frame={frame}>
        <WorkNotices />
        <BillingCountryProvider>
          <Outlet />
        </BillingCountryProvider>
      </RequireSession>
    </>
  );
}

export function ErrorBoundary() {
  return frame(<ScreenFailure />);
}
