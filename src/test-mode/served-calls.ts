// Which calls test mode serves. Some things exist once: what somebody is, how they sign in, their
// tickets with support, and calculators on other sites.
import { type Endpoint, isRead } from '#lib/endpoint.ts';

const calls = /^\/(?:apix|pay|files|media|mcp)(?:[/?]|$)/;
const ofPlatform = /^\/apix\/(?:accounts|features|leads|schema|status|support)(?:[/?]|$)/;
const ofOtherSites = /^\/apix\/data_customs\/embed(?:-keys)?\//;

export const isCall = (url: string): boolean => calls.test(url);

/** Whether a session that is in test mode gets the live answer, so that its screens go on. */
export const isAlwaysLive = (url: string): boolean =>
  ofPlatform.test(url) || ofOtherSites.test(url);

/** Programs with a key of test mode get no live data: these calls are refused. */
export function isServedInTestMode(endpoint: Endpoint): boolean {
  const { permission, path } = endpoint;
  if (typeof permission === 'object' && 'staff' in permission) return false;
  if (ofOtherSites.test(path)) return false;
  return isRead(endpoint) || !path.startsWith('/apix/accounts/');
}
