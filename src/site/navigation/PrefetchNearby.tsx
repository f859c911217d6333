import { use, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isRoutedPath } from '../routes/route-table.ts';
import { PrefetchContext } from './prefetch-context.ts';

/** The distance from the viewport at which a link's page is fetched. */
const prefetchMarginPx = 200;

type SavingNavigator = Navigator & { connection?: { saveData?: boolean } };

function watchLinks(onNear: (path: string) => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        onNear((target as HTMLAnchorElement).pathname);
      }
    },
    { rootMargin: `${prefetchMarginPx}px` },
  );
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]'))
    if (isRoutedPath(link.pathname)) observer.observe(link);
  return () => observer.disconnect();
}

/** With a fallback for Safari, which has no idle callbacks. Returns a function that cancels it. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 50);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(act);
  return () => cancelIdleCallback(idle);
}

/**
 * Prefetches the pages of links in or near the viewport, unless the browser saves data. One page at
 * a time, when idle: each adds the addresses of dozens of files.
 */
export function PrefetchNearby() {
  const prefetch = use(PrefetchContext);
  const { key, pathname } = useLocation();
  const [near, setNear] = useState<readonly string[]>([]);
  const [fetchedCount, setFetchedCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other links.
  useEffect(() => {
    if ((navigator as SavingNavigator).connection?.saveData) return;
    return watchLinks((path) =>
      setNear((known) => (known.includes(path) ? known : [...known, path])),
    );
  }, [key]);
  useEffect(() => {
    const next = near[fetchedCount];
    if (next === undefined) return;
    return whenIdle(() => {
      if (next !== pathname) prefetch(next);
      setFetchedCount(fetchedCount + 1);
    });
  }, [fetchedCount, near, pathname, prefetch]);
  return null;
}
