import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while prerendering and hydrating, when neither the query nor the storage is known. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
