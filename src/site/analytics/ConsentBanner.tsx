import { Link } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { setConsent } from './analytics.ts';

/** Covers the bottom of the page, so that nothing moves. Both choices look the same. */
export const ConsentBanner = () => (
  <section
    aria-label="Statistics"
    className="fixed inset-x-0 bottom-0 z-40 border-t border-control surface-raised shadow-float"
  >
    <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-8 gap-y-3 px-gutter py-4">
      <p className="min-w-0 flex-1 basis-80 text-sm">
        May we count which pages you open? Google Analytics would store cookies and see your IP
        address. The site works the same either way.{' '}
        <Link to="/cookies" className="link">
          What is stored
        </Link>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setConsent('denied')}>Don’t count</Button>
        <Button onClick={() => setConsent('granted')}>Count my visits</Button>
      </div>
    </div>
  </section>
);
