// Which calls test mode serves.
import { type Endpoint, isRead } from '#lib/endpoint.ts';
import { isAlwaysLive } from '#lib/test-mode.ts';

const calls = /^\/(?:apix|pay|files|media|mcp)(?:[/?]|$)/;
/** Of what exists once, the database of test mode has these, too. */
const copied = /^\/apix\/(?:accounts\/profile|features|schema|status)\//;

export const isCall = (url: string): boolean => calls.test(url);

/** All others are refused: nothing acts live, or on a copy that nobody looks at. */
export function isServedInTestMode(endpoint: Endpoint): boolean {
  const { permission, path } = endpoint;
  if (typeof permission === 'object' && 'staff' in permission) return false;
  return !isAlwaysLive(path) || (copied.test(path) && isRead(endpoint));
}
