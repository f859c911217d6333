import { useSyncExternalStore } from 'react';
import { type SessionState, session, unknownSession } from './session.ts';

/** The session; `unknown` while prerendering and hydrating. */
export const useSession = (): SessionState =>
  useSyncExternalStore(session.subscribe, session.read, () => unknownSession);
