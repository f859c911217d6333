import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { hydrateWhenIdle } from '#ui/hydrate-when-idle.ts';
import { PageHeading } from '../layout/PageHeading.tsx';
import { PageLink } from '../navigation/PageLink.tsx';
import { useIsHydrated } from '../navigation/use-is-hydrated.ts';
import { SearchPanel } from './SearchPanel.tsx';

/** The address is updated after a pause in typing. */
const pauseMs = 300;

/** Without the router, because a navigation per keystroke would remount the field. */
function writeAddress(words: string) {
  const query = words ? `?${new URLSearchParams({ q: words })}` : '';
  window.history.replaceState(window.history.state, '', window.location.pathname + query);
}

/**
 * The query is in the address, so that a search can be linked, and is there again when somebody
 * comes back from a result, however soon that was opened.
 */
function AddressedSearch({ initialQuery }: { initialQuery: string }) {
  const [words, setWords] = useState(initialQuery);
  useEffect(() => {
    const timer = setTimeout(() => writeAddress(words), pauseMs);
    return () => clearTimeout(timer);
  }, [words]);
  return <SearchPanel words={words} onWordsChange={setWords} onOpen={() => writeAddress(words)} />;
}

/** The search page. */
export default function SearchLayout() {
  const { key, search } = useLocation();
  const query = useIsHydrated() ? (new URLSearchParams(search).get('q') ?? '') : '';
  return (
    <div className="mx-auto grid w-full max-w-page gap-10 px-gutter py-section lg:grid-cols-12">
      <div className="lg:col-span-4">
        <PageHeading />
      </div>
      <div {...hydrateWhenIdle} className="min-w-0 lg:col-span-7 lg:col-start-6">
        <AddressedSearch key={`${key} ${query}`} initialQuery={query} />
        <noscript>
          <p className="mt-4">
            The search needs JavaScript. Without it,{' '}
            <PageLink href="/sitemap" className="link">
              the sitemap
            </PageLink>{' '}
            lists every page.
          </p>
        </noscript>
      </div>
    </div>
  );
}
