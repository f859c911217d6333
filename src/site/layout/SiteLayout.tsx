import { type ReactNode, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { RequiresScripts } from '../errors/RequiresScripts.tsx';
import { ScreenFailure } from '../errors/ScreenFailure.tsx';
import { PageMeta } from '../metadata/PageMeta.tsx';
import { PrefetchNearby } from '../navigation/PrefetchNearby.tsx';
import { useAddress } from '../navigation/use-address.ts';
import { usePage } from '../pages/use-page.ts';
import { MinimalFooter } from './MinimalFooter.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { SkipLink } from './SkipLink.tsx';

function closePopovers() {
  for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open'))
    open.hidePopover();
}

/** The layout of every public page. */
function SiteFrame({ children }: { children: ReactNode }) {
  const address = useAddress();
  const page = usePage();
  const hasBar = page?.appBar ?? true;
  const { key } = useLocation();
  // Only on cleanup: a menu opened before hydration stays open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menus.
  useEffect(() => closePopovers, [key]);
  return (
    <div className="flex min-h-svh flex-col">
      <PageMeta />
      <SkipLink />
      {hasBar && <SiteHeader />}
      <main id="content" tabIndex={-1} className="lazy flex-1 outline-none! shadow-none!">
        {address === '/auth' ? <RequiresScripts>{children}</RequiresScripts> : children}
      </main>
      {address === '/auth' ? <MinimalFooter /> : <SiteFooter />}
      <PrefetchNearby />
    </div>
  );
}

export default function SiteLayout() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  );
}

export function ErrorBoundary() {
  return (
    <SiteFrame>
      <ScreenFailure />
    </SiteFrame>
  );
}
