// The API client of all screens, with the session of this browser.

import { CallError } from '#lib/call-error.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { createClient } from './call.ts';
import { noticeLostCall } from './connection.ts';
import { apiBaseUrl, session } from './session.ts';

let getHeaders = (_endpoint: Endpoint): Record<string, string> => ({});

/** For test mode, whose code public pages do not load. */
export function setCallHeaders(get: typeof getHeaders): void {
  getHeaders = get;
}

export const call = createClient({
  baseUrl: apiBaseUrl,
  getHeaders: (endpoint) => getHeaders(endpoint),
  getToken: session.readAccessToken,
  async renewToken(refused) {
    const result = await session.refresh(refused);
    if (result.kind === 'refreshed') return result.access;
    // The refresh got no response, so the person may still be signed in: this 401 is not final.
    if (result.kind === 'failed') throw new CallError(0, undefined);
    return null;
  },
  onTokenRefused: session.dropToken,
  onLost: () => void noticeLostCall(),
});
