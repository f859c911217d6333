// The brake that the owner of a resource sets on all that goes through it, in this process.
import type { Proxies } from './proxies.ts';
import type { ResourceRow } from './resource-store.ts';

/** Seconds until the next request may go; 0 for now, which takes it off the minute. */
export async function takeRequest(
  { kernel }: Pick<Proxies, 'kernel'>,
  { id, requests_per_minute }: Pick<ResourceRow, 'id' | 'requests_per_minute'>,
): Promise<number> {
  if (requests_per_minute === null) return 0;
  const limit = {
    name: 'proxy resource',
    points: requests_per_minute,
    windowSeconds: 60,
    scope: 'process',
  } as const;
  const { isAllowed, resetSeconds } = await kernel.limits.take(limit, id);
  return isAllowed ? 0 : resetSeconds;
}
