import { Link } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

/** What stands at an address that is nobody's, or not this person's. */
export function NotFound({ isInside = false }: { isInside?: boolean }) {
  const way = isInside
    ? { to: '/admin', words: 'Go to today' }
    : { to: '/dashboard', words: 'Go to the dashboard' };
  const state = (
    <EmptyState
      title="No thread leads here"
      isPage
      action={
        <ButtonLink asChild>
          <Link to={way.to}>{way.words}</Link>
        </ButtonLink>
      }
    >
      There is no page at this address.
    </EmptyState>
  );
  return (
    <>
      <title>{`Page not found · ${site.name}`}</title>
      {isInside ? state : <main className="grid min-h-svh place-items-center">{state}</main>}
    </>
  );
}
