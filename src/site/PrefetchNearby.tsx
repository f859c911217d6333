import { useEffect, useState } from 'react';
import { PrefetchPageLinks, useLocation } from 'react-router';
import { findRoute } from './route-table.ts';

/** How close to the screen a link must come before its page is fetched, in pixels. */
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
    if (findRoute(link.pathname)) observer.observe(link);
  return () => observer.disconnect();
}

/** Safari has no idle callbacks. Returns what takes it back. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 50);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(act);
  return () => cancelIdleCallback(idle);
}

/**
 * Fetches the pages that links on the screen, or near it, lead to; not where data is saved. One
 * page at a time, when nothing else is to do: each adds the addresses of dozens of files.
 */
export function PrefetchNearby() {
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
    if (fetchedCount < near.length) return whenIdle(() => setFetchedCount(fetchedCount + 1));
  }, [fetchedCount, near.length]);
  return near
    .slice(0, fetchedCount)
    .filter((path) => path !== pathname)
    .map((path) => <PrefetchPageLinks key={path} page={path} />);
}
