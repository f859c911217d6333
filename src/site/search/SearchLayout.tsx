import { useSearchParams } from 'react-router';
import { PageHeading } from '../PageHeading.tsx';
import { PageLink } from '../sections/PageLink.tsx';
import { useIsHydrated } from '../use-is-hydrated.ts';
import { SearchPanel } from './SearchPanel.tsx';

/** The search as a page; its words stand in the address, so that a link can carry them. */
export default function SearchLayout() {
  const [query, setQuery] = useSearchParams();
  const words = useIsHydrated() ? (query.get('q') ?? '') : '';
  const keepWords = (next: string) => setQuery(next ? { q: next } : {}, { replace: true });
  return (
    <div className="mx-auto grid w-full max-w-page gap-10 px-gutter py-section lg:grid-cols-12">
      <div className="lg:col-span-4">
        <PageHeading />
      </div>
      <div className="min-w-0 lg:col-span-7 lg:col-start-6">
        <SearchPanel words={words} onWordsChange={keepWords} />
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
