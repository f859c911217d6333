import site from '#content/site.json' with { type: 'json' };
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

type ProfileLoadErrorProps = { onRetry: () => void; isRetrying: boolean; isPage?: boolean };

/** For network and server errors, after which the user stays signed in. */
export const ProfileLoadError = ({ onRetry, isRetrying, isPage }: ProfileLoadErrorProps) => (
  <EmptyState
    title="Failed to load profile data"
    isPage={isPage}
    action={
      <Button variant="primary" onClick={onRetry} isBusy={isRetrying} busyLabel="Trying...">
        Try again
      </Button>
    }
  >
    {isPage && <title>{`Not loaded · ${site.name}`}</title>}
    You are still signed in. Check your connection and try again.
  </EmptyState>
);
