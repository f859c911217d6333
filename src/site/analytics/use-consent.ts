import { useSyncExternalStore } from 'react';
import { type Consent, readConsent, subscribeConsent } from './analytics.ts';

const readOnServer = (): Consent => 'denied';

/** The visitor's choice; rerenders when it changes, also in another tab. */
export const useConsent = (): Consent =>
  useSyncExternalStore(subscribeConsent, readConsent, readOnServer);
