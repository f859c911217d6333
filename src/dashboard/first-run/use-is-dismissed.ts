import { useState } from 'react';
import { localStore } from '#client/storage.ts';

/** Whether this part of the overview was dismissed in this browser, and a function that does it. */
export function useIsDismissed(
  part: 'later' | 'first_run',
  accountId: number,
): [isDismissed: boolean, dismiss: () => void] {
  const key = `${part}_dismissed_${accountId}`;
  const [isDismissed, setDismissed] = useState(() => localStore.read(key) !== null);
  function dismiss() {
    localStore.write(key, 'yes');
    setDismissed(true);
  }
  return [isDismissed, dismiss];
}
