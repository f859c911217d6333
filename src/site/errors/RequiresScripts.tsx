import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Banner } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { useIsHydrated } from '../navigation/use-is-hydrated.ts';

const place = 'mx-auto max-w-2xl px-gutter py-12';

const Unscripted = () => (
  <noscript>
    <div className={place}>
      <Banner tone="info" title="This page needs JavaScript">
        Turn it on for this site and reload the page, or{' '}
        <a href="/company/contact" className="link">
          write to us
        </a>
        .
      </Banner>
    </div>
  </noscript>
);

/** Shown through the attribute that failed-scripts-mark.ts sets. */
const Unloaded = () => (
  <div className={clsx(place, 'hidden in-data-scripts-failed:block')}>
    {/* A link with an empty address reloads the page. */}
    <Banner
      tone="error"
      title="This page did not load completely"
      action={<ButtonLink href="">Reload</ButtonLink>}
    >
      The connection was lost, or a new version is out.
    </Banner>
  </div>
);

/** Around content that needs scripts: without them, a message is shown instead. */
export function RequiresScripts({ children }: { children: ReactNode }) {
  const isHydrated = useIsHydrated();
  return (
    <>
      {!isHydrated && <Unscripted />}
      {!isHydrated && <Unloaded />}
      <div className={clsx(!isHydrated && 'noscript:hidden in-data-scripts-failed:hidden')}>
        {children}
      </div>
    </>
  );
}
