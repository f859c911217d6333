import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { MinimalFooter } from './MinimalFooter.tsx';
import { PageMeta } from './PageMeta.tsx';
import { PrefetchNearby } from './PrefetchNearby.tsx';
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
export default function SiteLayout() {
  const address = useAddress();
  const hasBar = usePage()?.appBar ?? true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address closes every menu.
  useEffect(closePopovers, [address]);
  return (
    <div className="flex min-h-svh flex-col">
      <PageMeta />
      <SkipLink />
      {hasBar && <SiteHeader />}
      <main id="content" tabIndex={-1} className="flex-1 outline-none! shadow-none!">
        <Outlet />
      </main>
      {address === '/auth' ? <MinimalFooter /> : <SiteFooter />}
      <PrefetchNearby />
    </div>
  );
}
