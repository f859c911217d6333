import { createPath, Link, useLocation } from 'react-router';
import { authPath, saveReturnUrl } from '#client/return-url.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

/** Stands where a screen was when its session ended. */
export function NotAuthenticated({ message }: { message: string }) {
  const location = useLocation();
  return (
    <EmptyState
      title="Not Authenticated"
      action={
        <ButtonLink asChild variant="primary">
          <Link to={authPath} onClick={() => saveReturnUrl(createPath(location))}>
            Go to Sign In
          </Link>
        </ButtonLink>
      }
    >
      {message}
    </EmptyState>
  );
}
