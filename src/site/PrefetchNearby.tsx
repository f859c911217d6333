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

/** Fetches the pages that links on the screen, or near it, lead to; not where data is saved. */
export function PrefetchNearby() {
  const { key, pathname } = useLocation();
  const [paths, setPaths] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other links.
  useEffect(() => {
    if ((navigator as SavingNavigator).connection?.saveData) return;
    return watchLinks((path) =>
      setPaths((known) => (known.includes(path) ? known : [...known, path])),
    );
  }, [key]);
  return paths
    .filter((path) => path !== pathname)
    .map((path) => <PrefetchPageLinks key={path} page={path} />);
}
