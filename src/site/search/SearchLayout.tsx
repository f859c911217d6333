import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { PageHeading } from '../PageHeading.tsx';
import { PageLink } from '../sections/PageLink.tsx';
import { useIsHydrated } from '../use-is-hydrated.ts';
import { SearchPanel } from './SearchPanel.tsx';

/** A pause in typing after which the address follows. */
const pauseMs = 300;

/**
 * The words stand in the address, so that a link can carry them. They are written there past the
 * router: a navigation for each letter would take the field out of the typist's hands.
 */
function AddressedSearch({ asked }: { asked: string }) {
  const [words, setWords] = useState(asked);
  useEffect(() => {
    const timer = setTimeout(() => {
      const query = words ? `?${new URLSearchParams({ q: words })}` : '';
      window.history.replaceState(window.history.state, '', window.location.pathname + query);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [words]);
  return <SearchPanel words={words} onWordsChange={setWords} />;
}

/** The search as a page. */
export default function SearchLayout() {
  const { key, search } = useLocation();
  const asked = useIsHydrated() ? (new URLSearchParams(search).get('q') ?? '') : '';
  return (
    <div className="mx-auto grid w-full max-w-page gap-10 px-gutter py-section lg:grid-cols-12">
      <div className="lg:col-span-4">
        <PageHeading />
      </div>
      <div className="min-w-0 lg:col-span-7 lg:col-start-6">
        <AddressedSearch key={`${key} ${asked}`} asked={asked} />
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
