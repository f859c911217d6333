import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { analyticsTagId, countPageView } from './analytics.ts';
import { useConsent } from './use-consent.ts';

const ConsentBanner = lazy(() =>
  import('./ConsentBanner.tsx').then((module) => ({ default: module.ConsentBanner })),
);

/** Counts the first page and every change of page; asks before it does. */
function PageViews() {
  const { pathname } = useLocation();
  const consent = useConsent();
  useEffect(() => {
    if (consent === 'granted') countPageView(pathname);
  }, [pathname, consent]);
  if (consent !== 'unasked') return null;
  return (
    <Suspense>
      <ConsentBanner />
    </Suspense>
  );
}

export const Analytics = () => (analyticsTagId ? <PageViews /> : null);
