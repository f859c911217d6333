import { createPath, Link, useLocation } from 'react-router';
import { authPath, saveReturnUrl } from '#client/return-url.ts';
import { useSession } from '#client/use-session.ts';
import site from '#content/site.json' with { type: 'json' };
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { describeEnding } from './describe-ending.ts';

/** Replaces a screen when the session has ended. */
export function NotAuthenticated({ message }: { message: string }) {
  const reason = describeEnding(useSession().reason);
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
      {reason && <span className="mt-2 block">{reason}</span>}
    </EmptyState>
  );
}
