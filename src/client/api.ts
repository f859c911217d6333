// The client that every screen uses: this origin's API, with the session of this browser.
import { createClient } from './call.ts';
import { CallError } from './errors.ts';
import { apiBaseUrl, session } from './session.ts';

export const call = createClient({
  baseUrl: apiBaseUrl,
  getToken: session.readAccessToken,
  async renewToken(refused) {
    const outcome = await session.refresh(refused);
    if (outcome.kind === 'refreshed') return outcome.access;
    // Without an answer the old 401 says nothing: the person may still be signed in.
    if (outcome.kind === 'failed') throw new CallError(0, undefined);
    return null;
  },
  onTokenRefused: session.dropToken,
});
