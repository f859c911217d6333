import { useSyncExternalStore } from 'react';
import { type Consent, readConsent, subscribeConsent } from './analytics.ts';

const readOnServer = (): Consent => 'denied';

/** The visitor's choice; rerenders when it changes, in another tab too. */
export const useConsent = (): Consent =>
  useSyncExternalStore(subscribeConsent, readConsent, readOnServer);
