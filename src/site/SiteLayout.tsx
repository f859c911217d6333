import { type ReactNode, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { MinimalFooter } from './MinimalFooter.tsx';
import { NeedsScripts } from './NeedsScripts.tsx';
import { PageMeta } from './PageMeta.tsx';
import { PrefetchNearby } from './PrefetchNearby.tsx';
import { ScreenFailure } from './ScreenFailure.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { SkipLink } from './SkipLink.tsx';
import { useAddress } from './use-address.ts';
import { usePage } from './use-page.ts';

function closePopovers() {
  for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open'))
    open.hidePopover();
}

/** The frame of every public page. */
function SiteFrame({ children }: { children: ReactNode }) {
  const address = useAddress();
  const page = usePage();
  const hasBar = page?.appBar ?? true;
  const isFound = page && !page.isHidden && !page.isHiddenInSitemap;
  const { key } = useLocation();
  // On leaving alone: a menu that was opened before React took the page over stays open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of page closes the menus.
  useEffect(() => closePopovers, [key]);
  return (
    <div className="flex min-h-svh flex-col">
      <PageMeta />
      <SkipLink />
      {hasBar && <SiteHeader />}
      <main
        id="content"
        tabIndex={-1}
        className="flex-1 outline-none! shadow-none!"
        {...(isFound && {
          'data-pagefind-body': '',
          'data-pagefind-meta': `title:${page.label ?? page.title}`,
        })}
      >
        {address === '/auth' ? <NeedsScripts>{children}</NeedsScripts> : children}
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
