import { lazy } from 'react';
import { StatusSkeleton } from '#areas/status/ui/page/StatusSkeleton.tsx';
import { statusFeedPath } from '#areas/status/wire/status.constants.ts';
import site from '#content/site.json' with { type: 'json' };
import { hydrateWhenIdle } from '#ui/hydrate-when-idle.ts';
import { LazyBoundary } from '#ui/LazyBoundary.tsx';
import { useIsHydrated } from '../navigation/use-is-hydrated.ts';

const StatusPage = lazy(() => import('#areas/status/ui/page/StatusPage.tsx'));

const Shape = () => (
  <>
    <noscript>
      <p className="mb-5 max-w-measure">
        This page reads the status with JavaScript. Without it,{' '}
        <a href="/readyz" className="link">
          /readyz
        </a>{' '}
        tells whether the server works, and the{' '}
        <a href={statusFeedPath} className="link">
          feed
        </a>{' '}
        has all incidents.
      </p>
    </noscript>
    <StatusSkeleton />
  </>
);

/** The status of the product, read when the page is open: it is prerendered without. */
export const StatusBoard = () => (
  <div {...hydrateWhenIdle} className="mx-auto min-h-152 max-w-page px-gutter pb-section">
    <link
      rel="alternate"
      type="application/atom+xml"
      title={`${site.name}: status`}
      href={statusFeedPath}
    />
    {useIsHydrated() ? (
      <LazyBoundary fallback={<Shape />}>
        <StatusPage />
      </LazyBoundary>
    ) : (
      <Shape />
    )}
  </div>
);
