import { lazy, useEffect } from 'react';
import { useLocation } from 'react-router';
import { LazyBoundary } from '#ui/LazyBoundary.tsx';
import { findRoute } from '../routes/route-table.ts';
import { analyticsTagId, countPageView } from './analytics.ts';
import { useConsent } from './use-consent.ts';

const ConsentBanner = lazy(() =>
  import('./ConsentBanner.tsx').then((module) => ({ default: module.ConsentBanner })),
);

/**
 * Counts the first page and every navigation, after asking for consent. It reports the route, never
 * the address or the title on screen: those may contain a secret or a person's name.
 */
function PageViews() {
  const { pathname } = useLocation();
  const consent = useConsent();
  useEffect(() => {
    const route = findRoute(pathname);
    if (route && consent === 'granted') countPageView(route);
  }, [pathname, consent]);
  if (consent !== 'unanswered') return null;
  return (
    <LazyBoundary>
      <ConsentBanner />
    </LazyBoundary>
  );
}

export const Analytics = () => (analyticsTagId ? <PageViews /> : null);
