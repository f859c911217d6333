import { Link } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

/** For an unknown address, and for one that the person may not open. */
export function NotFound({ isInside = false }: { isInside?: boolean }) {
  const link = isInside
    ? { to: '/admin', label: 'Go to today' }
    : { to: '/dashboard', label: 'Go to the dashboard' };
  const state = (
    <EmptyState
      title="This page does not exist"
      isPage
      action={
        <ButtonLink asChild>
          <Link to={link.to}>{link.label}</Link>
        </ButtonLink>
      }
    >
      The address may be mistyped, or your roles do not include this page.
    </EmptyState>
  );
  return (
    <>
      <title>{`Page not found · ${site.name}`}</title>
      {isInside ? state : <main className="grid min-h-svh place-items-center">{state}</main>}
    </>
  );
}
