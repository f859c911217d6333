import { createPath, Link, useLocation } from 'react-router';
import { authPath, saveReturnUrl } from '#client/return-url.ts';
import site from '#content/site.json' with { type: 'json' };
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

/** Replaces a screen when the session has ended. */
export function NotAuthenticated({ message }: { message: string }) {
  const location = useLocation();
  return (
    <EmptyState
      title="Not Authenticated"
      isPage
      action={
        <ButtonLink asChild variant="primary">
          <Link to={authPath} onClick={() => saveReturnUrl(createPath(location))}>
            Go to Sign In
          </Link>
        </ButtonLink>
      }
    >
      <title>{`Not Authenticated · ${site.name}`}</title>
      {message}
    </EmptyState>
  );
}
