import { useSyncExternalStore } from 'react';
import { type SessionState, session, unknownSession } from './session.ts';

/** Who is signed in; `unknown` while prerendering and hydrating. */
export const useSession = (): SessionState =>
  useSyncExternalStore(session.subscribe, session.read, () => unknownSession);
