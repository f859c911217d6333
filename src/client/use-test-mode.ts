import { useSyncExternalStore } from 'react';
import { session } from './session.ts';
import { isTestMode } from './test-mode.ts';

/** Whether the dashboard is in test mode, which ends with the session. */
export const useTestMode = (): boolean =>
  useSyncExternalStore(session.subscribe, isTestMode, () => false);
