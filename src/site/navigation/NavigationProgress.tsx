import clsx from 'clsx';
import { useState } from 'react';
import { useNavigation } from 'react-router';

const bar = 'pointer-events-none fixed inset-x-0 top-0 z-70 h-0.75 origin-left bg-accent';

/** A line along the top: it grows towards 90 % while the next page loads, then completes. */
export function NavigationProgress() {
  const isLoading = useNavigation().state === 'loading';
  const [hasLoaded, setHasLoaded] = useState(false);
  if (isLoading && !hasLoaded) setHasLoaded(true);
  if (isLoading)
    return (
      <div
        key="loading"
        role="progressbar"
        aria-label="Loading the page"
        className={clsx(
          bar,
          'scale-x-90 transition-transform delay-100 duration-4000 starting:scale-x-0',
        )}
      />
    );
  if (!hasLoaded) return null;
  return (
    <div
      key="done"
      aria-hidden="true"
      data-progress="done"
      className={clsx(bar, 'opacity-0 transition-opacity duration-200 starting:opacity-100')}
    />
  );
}
