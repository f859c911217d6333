import { lazy, useEffect } from 'react';
import { useLocation } from 'react-router';
import { Late } from '#ui/Late.tsx';
import { analyticsTagId, countPageView } from './analytics.ts';
import { findRoute } from './route-table.ts';
import { useConsent } from './use-consent.ts';

const ConsentBanner = lazy(() =>
  import('./ConsentBanner.tsx').then((module) => ({ default: module.ConsentBanner })),
);

/**
 * Counts the first page and every change of page; asks before it does. What is told is the route,
 * never the address or the title on screen: those may hold a link's secret or somebody's name.
 */
function PageViews() {
  const { pathname } = useLocation();
  const consent = useConsent();
  useEffect(() => {
    const route = findRoute(pathname);
    if (route && consent === 'granted') countPageView(route);
  }, [pathname, consent]);
  if (consent !== 'unasked') return null;
  return (
    <Late>
      <ConsentBanner />
    </Late>
  );
}

export const Analytics = () => (analyticsTagId ? <PageViews /> : null);
