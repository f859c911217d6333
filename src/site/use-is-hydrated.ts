import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the page is as it was printed: then it knows neither query nor storage. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
