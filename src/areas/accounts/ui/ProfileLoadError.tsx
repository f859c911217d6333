import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';

type ProfileLoadErrorProps = { onRetry: () => void; isRetrying: boolean };

/** Only without an answer or with a server in trouble: the person stays signed in. */
export const ProfileLoadError = ({ onRetry, isRetrying }: ProfileLoadErrorProps) => (
  <Banner
    tone="error"
    title="Failed to load profile data"
    action={
      <Button size="small" onClick={onRetry} isBusy={isRetrying} busyLabel="Trying...">
        Retry
      </Button>
    }
  >
    You are still signed in. Check your connection and try again.
  </Banner>
);
