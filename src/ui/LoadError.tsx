import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';

export type LoadErrorProps = { message: string; onRetry?: () => void; isRetrying?: boolean };

export const LoadError = ({ message, onRetry, isRetrying }: LoadErrorProps) => (
  <Banner
    tone="error"
    title="This didn't load"
    action={
      onRetry && (
        <Button size="small" onClick={onRetry} isBusy={isRetrying} busyLabel="Trying...">
          Try again
        </Button>
      )
    }
  >
    {message}
  </Banner>
);
